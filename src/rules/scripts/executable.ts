import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import { bareCommands, interpreterOf, type BareCommand } from "./parts/bare-commands.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "script-executable",
    category: "files",
    origin: "guidance",
    source: "https://github.com/microsoft/GitHub-Copilot-for-Azure/issues/2958",
    summary: "Reports a script that SKILL.md runs by its path alone although it is not executable.",
    why: "The shell fails with `Permission denied`; some installers drop the executable bit even if git has it.",
    remedy:
      "Write the interpreter before the path, such as `bash scripts/fill.sh`, which works everywhere. Or set the executable bit, with `git update-index --chmod=+x` on file systems without one.",
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
  const command = `\`${show(`${interpreterOf(script)} ${written}`)}\``;
  if (executable)
    return {
      file: from,
      range,
      message: `${quote(written)} is not executable in git; write ${command} or run \`git update-index --chmod=+x\``,
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
    message: `${quote(written)} is not executable; write ${command} or set its executable bit`,
    fixes,
  };
}
