import { quote } from "../../core/show.ts";
import { misspelledWords, type SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

const [ofFile, ofLine] = ['"skills-disable"', '"skills-disable-next-line"'];

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-spelling",
    category: "suppression",
    origin: "guidance",
    source: "https://eslint.org/docs/latest/use/configure/rules",
    summary: "Reports a comment that looks like a misspelled suppression.",
    why: "It suppresses nothing but looks as if it did.",
    remedy:
      "Write `skills-disable-next-line` for the line below the comment, or `skills-disable` for the whole file.",
    severity: "warning",
    words: misspelledWords,
    since: "0.1.0",
  },
  check: ({ subject: { misspelled } }) =>
    misspelled.map(({ file, range, written }) => ({
      file,
      range,
      message: `unknown suppression ${quote(written, 80)}; did you mean ${meantBy(written)}?`,
    })),
});

function meantBy(written: string): string {
  const ending = /disable[-_]?([\w-]*)/i.exec(written)?.[1]?.toLowerCase() ?? "";
  if (ending.startsWith("next")) return ofLine;
  return ending === "" ? ofFile : `${ofFile} or ${ofLine}`;
}
