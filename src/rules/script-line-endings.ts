import type { Finding } from "../model/rule.ts";
import { count } from "../core/sentence.ts";
import type { Script } from "../model/script.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "script-line-endings",
    category: "portability",
    origin: "guidance",
    source: "https://man7.org/linux/man-pages/man2/execve.2.html",
    summary: "Reports CRLF line endings in a shell script, or in any script with a `#!` line.",
    why: "Linux and macOS treat the CR as part of the interpreter's name and do not find it; bash treats it as part of every command.",
    remedy: "Save the file with LF line endings; in git, add `*.sh text eol=lf` to .gitattributes.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) => scripts.filter(isBroken).map(finding),
});

function isBroken({ file: { bytes }, language }: Script): boolean {
  if (language === "other" || language === "powershell") return false;
  const first = bytes.indexOf("\r\n");
  return (
    first >= 0 && (language === "shell" || (bytes.startsWith("#!") && bytes.indexOf("\n") === first + 1))
  );
}

function finding({ file: { path, source }, shebang }: Script): Finding {
  const { text } = source;
  const start = text.indexOf("\r\n");
  const lines = count(text.split("\r\n").length - 1, "line");
  const named =
    shebang && start === shebang.range.end.offset
      ? `, so the system looks for ${quote(`${shebang.interpreter}\r`)}`
      : "";
  const safe = source.encoding === "utf-8";
  return {
    file: path,
    range: source.range(start, start + 2),
    message: `${lines} ${lines.startsWith("1 ") ? "ends" : "end"} in CRLF${named}; use LF`,
    fixes: safe
      ? [
          {
            title: "End every line with LF",
            safe,
            operations: [
              {
                kind: "edit",
                file: path,
                range: source.range(0, text.length),
                text: text.replaceAll("\r\n", "\n"),
              },
            ],
          },
        ]
      : [],
  };
}
