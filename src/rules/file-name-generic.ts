import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

/** The guidance's example is doc2.md. A number makes such a word no more specific. */
const generic =
  /(?:^|\/)(?:(?:doc|document|file|note|page|ref|text)[-_ ]?\d{1,3}|doc|file|new|temp|tmp|untitled(?:[-_ ]?\d+)?|new[-_ ](?:document|file|page))\.(?:md|markdown|txt)$/i;

/** Sample data, which an agent does not choose by name. */
const samples = /(?:^|\/)(?:assets|evals?|examples?|fixtures?|samples?|tests?)\//i;

export default defineRule({
  meta: {
    id: "file-name-generic",
    category: "files",
    origin: "guidance",
    source:
      "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#runtime-environment",
    summary: "Reports a file with a generic name, such as `doc2.md`.",
    why: "An agent chooses files to read by their names, and has to open this one to know its content.",
    remedy: "Name the file after its content, such as `form-validation-rules.md`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    return files
      .filter(({ path, kind }) => kind === "file" && generic.test(path) && !samples.test(path))
      .map(({ path }) => ({
        file: path,
        message: `${quote(path)} has a generic name; name it after its content`,
      }));
  },
});
