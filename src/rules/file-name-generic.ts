import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** The guidance's own example is doc2.md; a word and a number say no more together. */
const generic =
  /(?:^|\/)(?:(?:doc|document|file|note|page|ref|text)[-_ ]?\d{1,3}|doc|file|new|temp|tmp|untitled(?:[-_ ]?\d+)?|new[-_ ](?:document|file|page))\.(?:md|markdown|txt)$/i;

/** Data to try the skill on is nobody's reading. */
const samples = /(?:^|\/)(?:assets|evals?|examples?|fixtures?|samples?|tests?)\//i;

export default defineRule({
  meta: {
    id: "file-name-generic",
    category: "files",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#runtime-environment",
    summary: "Reports a file whose name says nothing of what is in it, such as `doc2.md`.",
    why: "An agent chooses by their names which files to read, and must open this one to know.",
    remedy: "Name the file for what it holds: `form-validation-rules.md`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    return files
      .filter(({ path, kind }) => kind === "file" && generic.test(path) && !samples.test(path))
      .map(({ path }) => ({
        file: path,
        message: `${quote(path)} does not say what it holds, expected a name that does`,
      }));
  },
});
