import type { Finding } from "../../../model/rule.ts";
import { count } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { SkillDocument } from "../../../model/skill.ts";
import { defineRule } from "../../define.ts";
import { placeIn, promptFields, type StringField } from "../../parts/fields.ts";
import {
  bidi,
  codePoints,
  controls,
  flags,
  neverText,
  sayingSelectors,
  sayingTags,
  selectors,
  tags,
} from "./parts/hidden-patterns.ts";

export default defineRule({
  meta: {
    id: "prompt-hidden-text",
    category: "security",
    origin: "guidance",
    source: "https://trojansource.codes",
    summary:
      "Reports characters in `name` or `description` that hide text, reorder it or control a terminal.",
    why: "Clients put both fields into the system prompt of every session, where the model reads text that a reviewer of the file cannot see.",
    remedy:
      "Delete the characters and read what they hid. Do not use the skill before you know how they got there.",
    severity: "warning",
    danger: true,
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    promptFields(skill)
      .filter(({ value }) => !printable.test(value))
      .flatMap((field) => Array.from(hiddenIn(skill.document!, field))),
});

/** Printable ASCII cannot hide anything; most descriptions contain only such characters. */
const printable = /^[\x20-\x7e\n]*$/;

function* hiddenIn(document: SkillDocument, field: StringField): Generator<Finding> {
  const text = field.value.replace(flags, "");
  const say = (pattern: RegExp, what: (found: string) => string): readonly Finding[] => {
    const found = pattern.exec(text)?.[0];
    return found === undefined
      ? []
      : [
          {
            file: document.file,
            range: placeIn(document, field, pattern),
            message: `${field.key} contains ${what(found)}; delete it`,
          },
        ];
  };
  yield* say(
    tags,
    (found) => `${count(codePoints(found).length, "invisible tag character")}${sayingTags(found)}`,
  );
  yield* say(
    selectors,
    (found) => `${count(codePoints(found).length, "invisible variation selector")}${sayingSelectors(found)}`,
  );
  yield* say(bidi, (found) => `${quote(found)}, which reorders the displayed text`);
  yield* say(controls, (found) => `${quote(found)}, a control character that a terminal may act on`);
  yield* say(neverText, (found) => `${quote(found)}, which plain text must not contain`);
}
