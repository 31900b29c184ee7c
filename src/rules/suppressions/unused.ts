import { seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { hasExpired, type ConfigSuppression, type SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-unused",
    category: "suppression",
    origin: "guidance",
    source: "https://eslint.org/docs/latest/use/configure/rules#report-unused-eslint-disable-comments",
    summary: "Reports a suppression of a rule that ran and had nothing to suppress.",
    why: "It would hide the next finding of the same kind, for a reason that no longer applies.",
    remedy: "Delete the rule from the suppression, or the whole suppression if it has no other rule.",
    severity: "warning",
    words: ["skills-disable"],
    since: "0.1.0",
  },
  *check({ subject: { comments, entries, used, rules, isJudged, today } }) {
    for (const { file, rules: named, reason, lines } of comments) {
      if (reason === "") continue;
      for (const rule of named) {
        if (used.has(rule) || !isJudged(rule.id, file) || rules.get(rule.id)?.danger) continue;
        yield {
          file,
          range: rule.range,
          message: `unused suppression of "${rule.id}" for ${lines ? describe(lines) : "this file"}; remove it`,
        };
      }
    }
    for (const entry of entries) {
      if (used.has(entry) || !isJudged(entry.rule) || hasExpired(entry, today)) continue;
      yield {
        file: "",
        ...(entry.range && { range: entry.range }),
        message: `unused suppression of "${entry.rule}" for ${describePaths(entry)}; remove it`,
      };
    }
  },
});

function describe({ first, last }: { readonly first: number; readonly last: number }): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

function describePaths({ paths }: ConfigSuppression): string {
  return seriesAtMost(
    paths.map((path) => quote(path, 80)),
    3,
  );
}
