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
    summary: "Reports `allowed-tools` that allows everything, such as `*` or `Bash(*)`.",
    why: "Clients then run any command that the skill, or a text it reads, tells the agent to run, and ask nobody.",
    remedy: "Name the commands: `Bash(git status:*)`.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { document } }) => (document ? findings(document) : []),
});

/** Everything, every command, or a shell that runs every command. */
const everything =
  /^(?:\*|(?:Bash|Shell|PowerShell|bash|shell)\((?:[*:\s]+|(?:sudo|(?:ba|z)?sh|eval)[\s:]*\*\s*)\))$/;

function findings(document: SkillDocument): readonly Finding[] {
  return toolsAllowed(document)
    .filter(({ tool }) => everything.test(tool))
    .map(({ tool, range }) => ({
      file: document.file,
      range,
      message: `allowed-tools allows ${quote(tool)}, which is every command, expected those that the skill needs`,
    }));
}
