import { quote } from "../../../core/show.ts";
import { defineRule } from "../../define.ts";
import { nameCharacter } from "./parts/character-names.ts";
import { findingsFor, type Search, sightingLimit } from "../parts/sightings.ts";

const words = [
  "](http",
  "](<http",
  "://",
  ".com@",
  ".org@",
  ".net@",
  ".io@",
  ".dev@",
  ".ai@",
  ".app@",
] as const;

/** A link with a URL or host name as its text. */
const shown: Search = {
  words: ["](http", "](<http"],
  pattern:
    /\[[`*_]{0,2}((?:https?:\/\/|www\.)?(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:[/?#][^\]\n]{0,200})?[`*_]{0,2}\]\(<?https?:\/\/([^\s/)>?#]{1,200})/g,
  settings: ["prose"],
};

/** A URL with another host's name before an @. */
const userInfo: Search = {
  words: [".com@", ".org@", ".net@", ".io@", ".dev@", ".ai@", ".app@"],
  pattern: /\bhttps?:\/\/([\w.-]{1,100}\.(?:com|org|net|io|dev|ai|app)@[^\s/"'`<>()]{1,200})/g,
};

/** A URL with letters in its host that may look like Latin ones. */
const lookalike: Search = {
  words: ["://"],
  among: ({ ascii }) => !ascii,
  pattern: /\bhttps?:\/\/([\w.-]{0,60}[\u0370-\u058f\u13a0-\u13ff\uff21-\uff5a][^\s/"'`<>()]{0,60})/g,
};

export default defineRule({
  meta: {
    id: "link-disguised",
    category: "security",
    origin: "guidance",
    source: "https://www.unicode.org/reports/tr39/#Mixed_Script_Detection",
    summary:
      "Reports a link that shows one host and points to another, and a URL that disguises its host with look-alike letters or an `@`.",
    why: "A reader trusts the displayed name, but the browser or agent opens another host.",
    remedy: "Show the host that the link points to.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) => [
    ...findingsFor(skill, shown, ({ match: [, text, host] }) =>
      isOther(text!, host!)
        ? `link shows ${quote(text!, 80)} but points to ${quote(host!, 80)}; write the host that it opens`
        : undefined,
    ),
    ...findingsFor(skill, userInfo, ({ match: [, authority] }) => {
      const [user, host] = splitAt(authority!, authority!.indexOf("@"));
      return `URL seems to open ${quote(user, 60)}, but its host is ${quote(host, 60)}; remove what is before the @`;
    }),
    ...findingsFor(skill, lookalike, ({ match: [, host] }) => {
      const letter = lookalikeIn(host!);
      return letter === undefined
        ? undefined
        : `host ${quote(host!, 80)} contains the non-Latin look-alike ${quote(letter)} (${nameCharacter(letter.codePointAt(0)!)}); write a Latin letter`;
    }),
  ],
});

/** The parts before and after the character at `at`. */
function splitAt(text: string, at: number): readonly [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Whether a text names another host than the link. File names such as next.config.js and projects such as socket.io
 * look like hosts, so without a scheme, a text counts as a host only if it ends in one of the oldest top-level
 * domains.
 */
function isOther(text: string, host: string): boolean {
  const shownHost = text
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .toLowerCase();
  const realHost = host
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .toLowerCase();
  if (shownHost === text && !/\.(?:com|org|net|gov|edu)$/.test(shownHost)) return false;
  return owner(shownHost) !== owner(realHost);
}

/**
 * Approximates the registered domain: the last two labels, or three if the second to last is short, as in "co.uk".
 */
function owner(host: string): string {
  const labels = host.split(".");
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 && labels.length > 2 ? -3 : -2).join(".");
}

/** The first letter of a label that may look like a Latin one, if the label also has Latin letters. */
function lookalikeIn(host: string): string | undefined {
  const letters = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\uff21-\uff5a]/u;
  return host
    .split(".")
    .flatMap((label) => (/[a-z]/i.test(label) ? (letters.exec(label)?.[0] ?? []) : []))
    .at(0);
}
