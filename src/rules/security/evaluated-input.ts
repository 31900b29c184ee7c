import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "evaluated-input",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/95.html",
    summary:
      "Reports code that evaluates a string as code: `eval`, `exec`, or `shell=True` with an inserted value.",
    why: "An attacker who controls the string can run any command, and an agent passes on text that it read elsewhere.",
    remedy: "Parse the string, or pass the arguments as a list.",
    severity: "info",
    words: [
      "eval(",
      "exec(",
      "shell=true",
      "os.system(",
      "new function(",
      "execsync(",
      "child_process",
      'eval "$',
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /(?<![\w.$"'`-])(?<!\b(?:def|function|fn|func)\s)(?:eval|exec)\(\s*(?!["'`)][^"'`]{0,200}["'`]\s*\)|compile\(|[^\n]{1,160},\s{0,4}(?:\[|args\b))[\w$"'`({[][^\n]{0,80}|(?<!["'`])\bnew\s+Function\(\s*[^\n]{1,80}|\bsubprocess\.\w{1,20}\(\s*(?:f["']|\w{1,40}\s*[,+%])[^\n]{0,200}\bshell\s?=\s?True\b|\bos\.(?:system|popen)\(\s*(?:f["']|[A-Za-z_]\w{0,40}\s*[)+%])[^\n]{0,80}|\bexec(?:Sync)?\(\s*`[^`\n]{0,200}\$\{[^\n]{0,80}|^[ \t]*eval\s+"?\$[^\n(]{1,60}/gm,
    settings: ["script"],
    warnedBy: "sentence",
  },
  say: ({ match }) => `${quote(match[0].trim(), 80)} evaluates a string as code`,
});
