import type { Finding } from "../../model/rule.ts";
import { count } from "../../core/sentence.ts";
import type { Script } from "../../model/script.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { isRunByPath } from "./parts/bare-commands.ts";

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
  check: ({ subject: skill }) => skill.scripts.filter(isBroken).map((script) => finding(skill, script)),
});

function isBroken({ file: { bytes }, language }: Script): boolean {
  if (language === "other" || language === "powershell") return false;
  const first = bytes.indexOf("\r\n");
  return (
    first >= 0 && (language === "shell" || (bytes.startsWith("#!") && bytes.indexOf("\n") === first + 1))
  );
}

function finding(skill: Skill, script: Script): Finding {
  const {
    file: { path, source },
    language,
    shebang,
  } = script;
  const { text } = source;
  const start = text.indexOf("\r\n");
  const lines = count(text.split("\r\n").length - 1, "line");
  // Interpreters other than shells read such a file well.
  const isLost = language === "shell" || isRunByPath(skill, script);
  const lookup =
    shebang && start === shebang.range.end.offset
      ? `the system looks for an interpreter ${quote(`${shebang.interpreter}\r`)}`
      : undefined;
  const named =
    lookup === undefined ? "" : isLost ? `, so ${lookup}` : `; if the script is run by its path, ${lookup}`;
  const safe = source.encoding === "utf-8";
  return {
    file: path,
    range: source.range(start, start + 2),
    message: `${lines} ${lines.startsWith("1 ") ? "ends" : "end"} in CRLF${named}; use LF`,
    ...(!isLost && { severity: "info" }),
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
