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
      /\bos\.environ\.(?:items|values)\(\)|\bfor\s+[\w,](?:[\w, ]{0,38}[\w,])?\s+in\s+os\.environ\b|\bjson\.dumps\(\s*(?:dict\()?os\.environ\b|\bJSON\.stringify\(\s*process\.env\s*[,)]|\bObject\.(?:entries|keys|values|assign)\(\s*process\.env\b|(?:^|[;&]\s|\$\()[ \t]*(?:env|printenv)\s*(?:\||>)[^\n]{0,80}|\bGet-ChildItem\s+Env:/gim,
    settings: ["script", "shell", "code"],
    examplesToo: true,
  },
  say: ({ match }) =>
    `${quote(match[0].trim(), 60)} reads all environment variables; read only those you need, by name`,
});
