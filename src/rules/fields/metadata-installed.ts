import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

/** A hidden directory, in which clients look for skills and installers create them. */
const installed = /(?:^|\/)\.(?!\.?\/)[^/]+\//;

export default defineRule({
  meta: {
    id: "metadata-installed",
    category: "portability",
    origin: "client:gh",
    source: "https://cli.github.com/manual/gh_skill_publish",
    summary:
      "Reports `github-repo` and the other `github-…` keys that `gh skill install` writes into `metadata`, in a skill that is not below a hidden directory such as `.claude`.",
    why: "`gh skill publish` refuses a skill that has them: they mark an installed copy and record its source for `gh skill update`.",
    remedy: "Delete these keys, or run `gh skill publish --fix`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: { document, label } }) {
    const keys =
      document?.frontmatter?.fields
        .get("metadata")
        ?.children.filter(({ key }) => key.startsWith("github-")) ?? [];
    const [first] = keys;
    if (!document || !first || installed.test(`${label}/`)) return [];
    return [
      {
        file: document.file,
        range: first.keyRange,
        message: `gh writes ${series(keys.map(({ key }) => quote(key, 60)))} into installed copies only; remove ${keys.length === 1 ? "it" : "them"}`,
      },
    ];
  },
});
