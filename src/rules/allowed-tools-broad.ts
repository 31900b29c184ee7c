import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { toolsAllowed } from "./parts/tools-allowed.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-broad",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill",
    summary: "Reports an entry of `allowed-tools` that allows every command, such as `*` or `Bash(*)`.",
    why: "Clients then run any command without asking the user, including commands from untrusted text that the agent reads.",
    remedy: "List only the commands that the skill needs, such as `Bash(git status:*)`.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { document } }) => (document ? findings(document) : []),
});

/** Every tool, every shell command, or a shell that can run any command. */
const everything =
  /^(?:\*|(?:Bash|Shell|PowerShell|bash|shell)\((?:[*:\s]+|(?:sudo|(?:ba|z)?sh|eval)[\s:]*\*\s*)\))$/;

function findings(document: SkillDocument): readonly Finding[] {
  return toolsAllowed(document)
    .filter(({ tool }) => everything.test(tool))
    .map(({ tool, range }) => ({
      file: document.file,
      range,
      message: `${quote(tool)} in allowed-tools allows every command; list only the commands that the skill needs`,
    }));
}
