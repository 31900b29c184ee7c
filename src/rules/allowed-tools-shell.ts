import { defineRule } from "./define.ts";
import { toolsAllowed } from "./parts/tools-allowed.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-shell",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill",
    summary: "Reports `allowed-tools` with `Bash` that does not say which commands.",
    why: "Every command then runs without a question, including one that the skill read elsewhere; some skills do need them all.",
    remedy: "Name the commands: `Bash(git status:*)`.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { document } }) => {
    const [shell] = document ? toolsAllowed(document).filter(({ tool }) => tool === "Bash") : [];
    return document && shell
      ? [
          {
            file: document.file,
            range: shell.range,
            message:
              'allowed-tools allows "Bash" without saying which commands, expected those that the skill needs',
          },
        ]
      : [];
  },
});
