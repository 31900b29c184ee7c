import type { Finding } from "../../model/rule.ts";
import type { Script } from "../../model/script.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "script-dependency-version",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#self-contained-scripts",
    summary: "Reports a dependency in a `# /// script` block that allows every version.",
    why: "The script runs with the newest version of the day, so a new release can break the skill.",
    remedy: "Specify the versions that it works with, such as `requests>=2.32,<3`.",
    severity: "info",
    words: ["# /// script"],
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) =>
    scripts
      .filter(({ file, language }) => language === "python" && file.has("# /// script"))
      .flatMap(findings),
});

/**
 * A dependency, as defined in PEP 508, with a name and optionally extras and a marker, but without a version or URL.
 */
const anyVersion = /^[A-Za-z0-9][\w.-]*[ \t]*(?:\[[^\]]*\][ \t]*)?(?:;|$)/;

function findings({ file: { path: file }, metadata }: Script): readonly Finding[] {
  return metadata.flatMap(({ dependencies }) =>
    dependencies
      .filter(({ text }) => anyVersion.test(text))
      .map(({ text, range }) => ({
        file,
        range,
        message: `dependency ${quote(text, 80)} allows every version; add the range that the script works with`,
      })),
  );
}
