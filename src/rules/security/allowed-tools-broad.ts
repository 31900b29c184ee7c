import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { toolsAllowed } from "../parts/tools-allowed.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-broad",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill",
    summary:
      "Reports an entry of `allowed-tools` that allows every command, such as `*`, `Bash(*)` or `Bash(python3 *)`.",
    why: "Clients then run any command without asking the user, including commands from untrusted text that the agent reads.",
    remedy: "List only the commands that the skill needs, such as `Bash(git status:*)`.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { document } }) => (document ? findings(document) : []),
});

/** Programs that run any command, code or package that their arguments name. */
const runners = [
  "sudo",
  "(?:ba|z)?sh(?: -l?c)?",
  "eval",
  "env",
  "xargs",
  "(?:python|pypy)[\\d.]{0,6}",
  "node",
  "deno(?: run)?",
  "bun(?: run| x)?",
  "tsx",
  "ts-node",
  "ruby",
  "perl",
  "php",
  "osascript",
  "pwsh",
  "powershell",
  "npx(?: -y| --yes)?",
  "(?:npm|pnpm) exec",
  "(?:pnpm|yarn) dlx",
  "bunx",
  "pipx run",
  "uv(?: run)?",
  "uvx",
].join("|");

/** Every tool, every shell command, or a program that can run any command. */
const everything = new RegExp(
  String.raw`^(?:\*|(?:Bash|Shell|PowerShell|bash|shell)\((?:[*:\s]+|(?:${runners})[\s:]*\*\s*)\))$`,
);

/** How everything of this ends: few tools do, and the pattern above takes long to compile. */
const ending = /^\*$|[*:\s]\)$/;

function findings(document: SkillDocument): readonly Finding[] {
  return toolsAllowed(document)
    .filter(({ tool }) => ending.test(tool) && everything.test(tool))
    .map(({ tool, range }) => ({
      file: document.file,
      range,
      message: `${quote(tool)} in allowed-tools pre-approves ${/\(\w/.test(tool) ? "any code; name the script" : "every command; list those that the skill needs"}`,
    }));
}
