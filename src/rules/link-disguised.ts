import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { findingsFor, type Search, sightingLimit } from "./parts/sightings.ts";

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

/** A link whose text is an address or a host's name. */
const shown: Search = {
  words: ["](http", "](<http"],
  pattern:
    /\[[`*_]{0,2}((?:https?:\/\/|www\.)?(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:[/?#][^\]\n]{0,200})?[`*_]{0,2}\]\(<?https?:\/\/([^\s/)>?#]{1,200})/g,
  settings: ["prose"],
};

/** An address that begins with another host's name before an @. */
const userInfo: Search = {
  words: [".com@", ".org@", ".net@", ".io@", ".dev@", ".ai@", ".app@"],
  pattern: /\bhttps?:\/\/([\w.-]{1,100}\.(?:com|org|net|io|dev|ai|app)@[^\s/"'`<>()]{1,200})/g,
};

/** One whose host has letters of a script that is like the Latin one. */
const foreign: Search = {
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
      "Reports a link that shows one host and leads to another, and an address whose host mixes scripts or hides behind an `@`.",
    why: "A reader trusts the name that is shown; the browser or the agent goes elsewhere.",
    remedy: "Show the host that the link leads to.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) => [
    ...findingsFor(skill, shown, ({ match: [, text, host] }) =>
      isOther(text!, host!)
        ? `the link shows ${quote(text!, 80)} and leads to ${quote(host!, 80)}, expected one host`
        : undefined,
    ),
    ...findingsFor(skill, userInfo, ({ match: [, host] }) => describe(host!)),
    ...findingsFor(skill, foreign, ({ match: [, host] }) =>
      mixesScripts(host!) ? describe(host!) : undefined,
    ),
  ],
});

function describe(host: string): string {
  return `the host ${quote(host, 80)} is not the one that it seems to be`;
}

/** File names such as next.config.js, and projects such as socket.io, look like hosts: without a scheme only the oldest endings count. */
function isOther(text: string, host: string): boolean {
  const said = text
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .toLowerCase();
  const real = host
    .replace(/:\d+$/, "")
    .replace(/^www\./, "")
    .toLowerCase();
  if (said === text && !/\.(?:com|org|net|gov|edu)$/.test(said)) return false;
  return owner(said) !== owner(real);
}

/** About the name that was registered: the last two labels, three where the last but one is short, as in "co.uk". */
function owner(host: string): string {
  const labels = host.split(".");
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 && labels.length > 2 ? -3 : -2).join(".");
}

/** Latin letters beside those of a script that has the like of them. */
function mixesScripts(host: string): boolean {
  return host
    .split(".")
    .some(
      (label) =>
        /[a-z]/i.test(label) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\uff21-\uff5a]/u.test(
          label,
        ),
    );
}
