import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import { bareCommands, interpreterOf, type BareCommand } from "./parts/bare-commands.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "script-executable",
    category: "files",
    origin: "guidance",
    source: "https://github.com/microsoft/GitHub-Copilot-for-Azure/issues/2958",
    summary: "Reports a script that SKILL.md runs by its path alone though it is not executable.",
    why: "The shell answers such a command with `Permission denied`; some installers drop the mode even where git has it.",
    remedy:
      "Write the interpreter before the path, such as `bash scripts/fill.sh`, which works everywhere; or set the mode, by `git update-index --chmod=+x` where the disk keeps none.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    bareCommands(skill)
      .filter(({ script }) => skill.context.executable.get(script.file.path) === false)
      .map(finding),
});

function finding({ script, from, range, written }: BareCommand): Finding {
  const { path, executable } = script.file;
  const other = `or the command ${quote(`${interpreterOf(script)} ${written}`)}`;
  if (executable)
    return {
      file: from,
      range,
      message: `${quote(written)} is run by its path alone and executable on this disk but not in git, expected \`git update-index --chmod=+x\` ${other}`,
    };
  const fixes = [
    {
      title: `Make ${path} executable`,
      safe: false,
      operations: [{ kind: "chmod", file: path, executable: true } as const],
    },
  ];
  return {
    file: from,
    range,
    message: `${quote(written)} is run by its path alone but is not executable, expected its mode to allow that ${other}`,
    fixes,
  };
}
