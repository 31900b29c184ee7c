import { quote } from "../../../core/show.ts";
import { unicodePattern } from "../../../core/unicode-pattern.ts";
import { defineRule } from "../../define.ts";

/** Scripts with letters that look like Latin ones. */
const lookalike = unicodePattern(
  String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\uff21-\uff3a\uff41-\uff5a]`,
);
const notLetters = unicodePattern(String.raw`[^\p{L}\p{M}]+`);

export default defineRule({
  meta: {
    id: "file-name-script",
    category: "security",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr39/#Mixed_Script_Detection",
    summary: "Reports a file name that mixes Latin letters and look-alikes from another script in one word.",
    why: "It looks the same as another name, so a reader or a reference may mean a different file.",
    remedy: "Use letters of one script in the name.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check: ({ subject: { files } }) =>
    files.flatMap(({ path }) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const word = /^[\0-\x7f]*$/.test(name)
        ? undefined
        : name.split(notLetters()).find((each) => lookalike().test(each) && /[a-z]/i.test(each));
      return word === undefined
        ? []
        : [
            {
              file: path,
              message: `${quote(word)} mixes Latin letters with look-alikes from another script; use one script`,
            },
          ];
    }),
});
