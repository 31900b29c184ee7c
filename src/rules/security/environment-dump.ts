import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "environment-dump",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/526.html",
    summary: "Reports code that reads the whole environment, such as `os.environ.items()` or `env |`.",
    why: "Environment variables contain the keys of many programs, and a skill needs only a few variables.",
    remedy: "Read only the variables that are needed, by name.",
    severity: "info",
    words: ["os.environ", "process.env", "printenv", "env |", "env >", "get-childitem env"],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /^[ \t]*for\s+[\w,](?:[\w, ]{0,38}[\w,])?\s+in\s+os\.environ(?:\.items\(\))?:[ \t]*\n(?![ \t]*if\b)|\bjson\.dumps\(\s*(?:dict\()?os\.environ\b(?!\[|\.get)|\bJSON\.stringify\(\s*process\.env\s*[,)]|(?:^|[;&]\s|\$\()[ \t]*(?:env|printenv)\s*(?:\|(?!\s*(?:[efz]?grep|rg)\b)|>)[^\n]{0,80}|\bGet-ChildItem\s+Env:/gim,
    settings: ["script", "shell", "code"],
    warnedBy: "sentence",
  },
  say: ({ match }) =>
    `${quote(match[0].trim(), 60)} reads all environment variables; read only those you need, by name`,
});
