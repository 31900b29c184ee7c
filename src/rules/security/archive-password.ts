import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { findingsFor, type Search, sightingLimit } from "./parts/sightings.ts";

const words = [
  "unzip -",
  "7z x",
  "7z e",
  "7za x",
  "7zz x",
  "unrar x",
  "unrar e",
  "password",
  "passphrase",
  "passcode",
] as const;

const pattern = new RegExp(
  [
    String.raw`\bunzip\s+(?:-\w+\s+){0,3}-\w*P\s*["']?[\w!@#%^&*.-]{2,40}`,
    String.raw`\b(?:7z[az]?|unrar)\s+[xe]\s+[^\n]{0,120}?\s?-p["']?[\w!@#%^&*.-]{2,40}`,
    String.raw`(?:\.(?:zip|rar|7z)\b|\b(?:archive|unzip|unrar))[^\n]{0,80}\b[Pp]ass(?:word|code|phrase)\s*(?:(?::|is|=)\s*)?[\x60"'*]{1,3}[\w!@#%^&*.-]{2,40}[\x60"'*]`,
  ].join("|"),
  "g",
);

/** A password near one of these words belongs to an archive. */
const archives = [
  ".zip",
  ".rar",
  ".7z",
  "archive",
  "unzip",
  "unrar",
  "7z x",
  "7z e",
  "7za x",
  "7zz x",
] as const;

const search: Search = { words, also: archives, pattern };

export default defineRule({
  meta: {
    id: "archive-password",
    category: "security",
    origin: "guidance",
    source: "https://github.com/openclaw/clawhub/issues/108",
    summary: "Reports the password of an archive in the text or command that unpacks it.",
    why: "A published password protects nothing; it only prevents virus scanners from reading the archive.",
    remedy: "Provide the archive without a password.",
    severity: "warning",
    words: [...words, ...archives],
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) =>
    findingsFor(skill, search, ({ match }) =>
      /[$<{]/.test(match[0]) || placeholder.test(match[0])
        ? undefined
        : `${quote(excerpt(match[0]), 60)} contains the password of an archive; remove it`,
    ),
});

/** A word for a password at the end of the match, in place of one. */
const placeholder =
  /(?:(?:\b|-p)(?:your|my|the|a|some|new|strong|secure|secret|sample|example|archive|zip)[_-]?(?:strong|secure|secret|archive|zip|new)?[_-]?(?:pass(?:word|phrase|code)?|pwd|pw)(?:[_-]?here)?|\bstrong[_-]pass[\w-]{0,10}|\bchange-?me|\bx{3,}|(?:-p|-P\s?|["'\x60])pass(?:word|phrase)?)["'\x60*]*$/i;

/** A command as a whole; of a sentence, the part from the word "password" on. */
function excerpt(text: string): string {
  return text.slice(Math.max(0, text.search(/\b[Pp]ass(?:word|code|phrase)\s*(?:(?::|is|=)\s*)?[\x60"'*]/)));
}
