import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Script } from "../model/script.ts";
import { bareCommands, interpreterOf, type BareCommand } from "./parts/bare-commands.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "script-shebang",
    category: "files",
    origin: "guidance",
    source: "https://man7.org/linux/man-pages/man2/execve.2.html",
    summary:
      "Reports a script that is run by its path alone and has no `#!` at its start, or one that something stands before.",
    why: "The system looks for `#!` in the first two bytes to know which program runs the file; without it the shell runs Python as if it were a shell script.",
    remedy: "Begin the file with `#!/usr/bin/env python3`, or whichever program runs it.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) => [
    ...skill.scripts.flatMap(displaced),
    ...bareCommands(skill).filter(isMissing).map(missing),
  ],
});

/** A byte-order mark or blanks, and then what would have been a shebang. */
const lead = /^[\ufeff\s]+(?=#!)/;

function displaced({ file }: Script): readonly Finding[] {
  // The mark is EF BB BF in the bytes, where most scripts begin with something else.
  if (!/^(?:\xef\xbb\xbf|\s)/.test(file.bytes)) return [];
  const { source, path } = file;
  const [found] = lead.exec(source.text.slice(0, 1024)) ?? [];
  if (found === undefined) return [];
  const what = found.startsWith("\ufeff") ? "a byte-order mark stands" : "blanks stand";
  const range = source.range(0, found.length);
  return [
    {
      file: path,
      range,
      message: `${what} before "#!", expected it in the first two bytes`,
      fixes: [
        {
          title: "Delete what stands before #!",
          safe: true,
          operations: [{ kind: "edit", file: path, range, text: "" }],
        },
      ],
    },
  ];
}

function isMissing({ script: { file } }: BareCommand): boolean {
  return !/^(?:\xef\xbb\xbf|\s)*#!/.test(file.bytes.slice(0, 1024));
}

function missing({ script, from, range, written }: BareCommand): Finding {
  const { path, source } = script.file;
  const interpreter = interpreterOf(script);
  return {
    file: path,
    range: source.range(0, 0),
    message: `the file has no "#!" and ${from} runs it as ${quote(written)}, expected ${quote(`#!/usr/bin/env ${interpreter.replace(/^npx /, "")}`)} or the command ${quote(`${interpreter} ${written}`)}`,
    related: [{ file: from, range, message: "it is run here" }],
  };
}
