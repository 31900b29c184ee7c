import { defineRule } from "../define.ts";
import { toolsAllowed } from "../parts/tools-allowed.ts";

export default defineRule({
  meta: {
    id: "allowed-tools-shell",
    category: "security",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill",
    summary: "Reports `Bash` in `allowed-tools` without a list of commands.",
    why: "Every command then runs without asking the user, including commands from untrusted text; some skills need this.",
    remedy: "List the commands that the skill needs, such as `Bash(git status:*)`.",
    severity: "warning",
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
              '"Bash" in allowed-tools allows every command; list only the commands that the skill needs',
          },
        ]
      : [];
  },
});
