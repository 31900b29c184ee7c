import type { Finding } from "../../model/rule.ts";
import type { Script, ScriptLanguage } from "../../model/script.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "script-help",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary: "Reports a script that takes arguments but prints no usage.",
    why: "An agent that is not sure of the arguments calls the script with `--help`; without an answer it reads the whole script.",
    remedy: "Print what the script does and which arguments it takes when it is called with `--help`.",
    severity: "info",
    off: true,
    words: ["sys.argv", "process.argv", "usage", "--help", "argparse"],
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) => scripts.flatMap(finding),
});

/** Code that reads a command-line argument, by language. */
const takesArguments: Partial<Readonly<Record<ScriptLanguage, RegExp>>> = {
  python: /\bsys\.argv\s*\[\s*[1-9]/,
  shell: /^[ \t]*(?:local[ \t]+|readonly[ \t]+)?\w+="?\$(?:[1-9](?!\d)|\{[1-9](?!\d))/m,
  javascript: /\bprocess\.argv\s*(?:\[\s*[2-9]|\.slice)/,
  typescript: /\bprocess\.argv\s*(?:\[\s*[2-9]|\.slice)/,
};

function finding({ file, language }: Script): readonly Finding[] {
  const pattern = takesArguments[language];
  if (!pattern || file.has("usage") || file.has("--help") || file.has("argparse")) return [];
  if (language !== "shell" && !file.has("sys.argv") && !file.has("process.argv")) return [];
  const { source, path } = file;
  // In a shell function, these are the arguments of the function.
  if (language === "shell" && /^[ \t]*(?:function[ \t]+)?[\w-]+[ \t]*\(\)/m.test(source.text)) return [];
  const match = pattern.exec(source.text);
  if (!match) return [];
  return [
    {
      file: path,
      range: source.range(match.index, match.index + match[0].length),
      message: "script takes arguments but prints no usage; support `--help`",
    },
  ];
}
