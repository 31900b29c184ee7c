import { quote, show } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { evalFilesOf } from "./parts/eval-files.ts";

export default defineRule({
  meta: {
    id: "evals-file-base",
    category: "evals",
    origin: "guidance",
    source:
      "https://github.com/anthropics/skills/blob/main/skills/skill-creator/references/schemas.md#evalsjson",
    summary: "Reports input files of evals with paths relative to `evals/` instead of the skill's root.",
    why: "The guide of agentskills.io and skill-creator both write such paths relative to the skill's root; a tool that follows them does not find the file.",
    remedy: "Start the paths with `evals/`.",
    severity: "info",
    since: "0.1.0",
  },
  reportLimit: { max: 1, per: "file" },
  check({ subject: skill }) {
    const files = evalFilesOf(skill);
    if (!files) return [];
    const { set, named, there } = files;
    const misplaced = named.filter(({ path }) => !there.has(path) && there.has(`evals/${path}`));
    return misplaced.map(({ node, path }) => ({
      file: set.file.path,
      range: node.range,
      message: `${quote(node.value)} is relative to "evals/", not to the skill; write \`evals/${show(path)}\``,
    }));
  },
});
