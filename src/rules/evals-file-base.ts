import { quote } from "../core/show.ts";
import { count } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { evalFilesOf } from "./parts/eval-files.ts";

export default defineRule({
  meta: {
    id: "evals-file-base",
    category: "evals",
    origin: "guidance",
    source: "https://github.com/anthropics/skills/blob/main/skills/skill-creator/references/schemas.md#evalsjson",
    summary: "Reports input files of evals whose paths begin at `evals/` and not at the skill's root.",
    why: "The guide of agentskills.io and skill-creator both write such paths from the skill's root; a tool that follows them finds no file.",
    remedy: "Begin the paths with `evals/`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const files = evalFilesOf(skill);
    if (!files) return [];
    const { set, named, there } = files;
    const [first, ...others] = named.filter(({ path }) => !there.has(path) && there.has(`evals/${path}`));
    if (!first) return [];
    const more = others.length > 0 ? `, as ${count(others.length, "other")} ${others.length === 1 ? "is" : "are"}` : "";
    return [{ file: set.file.path, range: first.node.range, message: `${quote(first.node.value)} is named from "evals/"${more}, expected ${quote(`evals/${first.path}`)}, from the skill's root` }];
  },
});
