import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { Script } from "../../model/script.ts";
import type { Skill } from "../../model/skill.ts";
import { bareCommands, interpreterOf, isRunByPath, type BareCommand } from "./parts/bare-commands.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "script-shebang",
    category: "files",
    origin: "guidance",
    source: "https://man7.org/linux/man-pages/man2/execve.2.html",
    summary:
      "Reports a script that is run by its path alone without a `#!` line, or whose `#!` is not at the start of the file.",
    why: "The system looks for `#!` in the first two bytes to find the interpreter; without it, the shell runs Python as a shell script.",
    remedy:
      "Start the file with `#!` and its interpreter, such as `#!/usr/bin/env python3`, or write the interpreter before the path.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) => [
    ...skill.scripts.flatMap((script) => displaced(skill, script)),
    ...bareCommands(skill).filter(isMissing).map(missing),
  ],
});

/** A byte-order mark or whitespace before `#!`. */
const lead = /^[\ufeff\s]+(?=#!)/;

function displaced(skill: Skill, script: Script): readonly Finding[] {
  const { file } = script;
  // A fast check of the bytes: a byte-order mark is EF BB BF, and most scripts start with neither.
  if (!/^(?:\xef\xbb\xbf|\s)/.test(file.bytes)) return [];
  const { source, path } = file;
  const [found] = lead.exec(source.text.slice(0, 1024)) ?? [];
  if (found === undefined) return [];
  const what = found.startsWith("\ufeff") ? "byte-order mark" : "whitespace";
  const isLost = isRunByPath(skill, script) || spoils(script, found);
  if (!isLost && isTest.test(path)) return [];
  const range = source.range(0, found.length);
  return [
    {
      file: path,
      range,
      ...(isLost
        ? { message: `${what} before "#!"; remove it` }
        : {
            message: `${what} before "#!", so only an interpreter can run the file; remove it`,
            severity: "info",
          }),
      fixes: [
        {
          title: "Remove everything before #!",
          safe: true,
          operations: [{ kind: "edit", file: path, range, text: "" }],
        },
      ],
    },
  ];
}

/** Test runners import these files. */
const isTest = /(?:^|\/)tests?\/|(?:^|[/_.-])tests?[_.-]/i;

/** A shell takes a line with a byte-order mark for a command, and JavaScript allows no `#!` after whitespace. */
function spoils({ language }: Script, found: string): boolean {
  if (language === "shell") return found.startsWith("\ufeff");
  return language.endsWith("script") && /\s/.test(found.replace("\ufeff", ""));
}

function isMissing({ script: { file } }: BareCommand): boolean {
  return !/^(?:\xef\xbb\xbf|\s)*#!/.test(file.bytes.slice(0, 1024));
}

function missing({ script, from, range, written }: BareCommand): Finding {
  const { path, source } = script.file;
  const interpreter = interpreterOf(script).replace(/^npx /, "");
  return {
    file: path,
    range: source.range(0, 0),
    message: `no "#!" line, but ${show(from)} runs the script as ${quote(written)}; add \`#!/usr/bin/env ${interpreter.includes(" ") ? "-S " : ""}${show(interpreter)}\``,
    related: [{ file: from, range, message: "run here" }],
  };
}
