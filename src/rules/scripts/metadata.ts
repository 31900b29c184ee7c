import type { Finding } from "../../model/rule.ts";
import type { Script } from "../../model/script.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "script-metadata",
    category: "files",
    origin: "guidance",
    source: "https://packaging.python.org/en/latest/specifications/inline-script-metadata/",
    summary:
      "Reports a `# /// script` block that is not closed, is not valid TOML or is not the only one in its file.",
    why: "`uv run` and `pipx run` read the script's dependencies from the block; if it is broken, they refuse the script or run it without them.",
    remedy: "Keep one block, start each of its lines with `# `, and end it with `# ///`.",
    severity: "warning",
    words: ["# /// script"],
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) =>
    scripts
      .filter(({ file, language }) => language === "python" && file.has("# /// script"))
      .flatMap(findings),
});

function findings({ file: { path: file }, metadata }: Script): readonly Finding[] {
  return metadata.flatMap(({ fence, closed, problem }, index): readonly Finding[] => [
    ...(index > 0
      ? [{ file, range: fence, message: `second "# /// script" block in this file; keep only one` }]
      : []),
    ...(closed
      ? []
      : [
          {
            file,
            range: fence,
            message: "block is not closed; start each line with `# ` and end the block with `# ///`",
          },
        ]),
    ...(problem ? [{ file, ...problem }] : []),
  ]);
}
