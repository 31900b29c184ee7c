import { decodeBase64, utf16 } from "../../core/bytes.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { defineRule } from "../define.ts";
import { findingsFor, type Search, type Sighting, sightingLimit } from "./parts/sightings.ts";

const words = [
  "base64 -d",
  "base64  -",
  "base64 --d",
  "b64decode",
  "b16decode",
  "b32decode",
  "b85decode",
  "a85decode",
  "fromhex",
  "unhexlify",
  "marshal.loads",
  "atob(",
  "'base64')",
  '"base64")',
  "xxd -r",
  "-enc ",
  "-encodedcommand",
  "-ec ",
  "powershell -e",
  "frombase64string",
] as const;

const interpreter = String.raw`(?:sudo\s+)?(?:/(?:usr/)?bin/)?(?:env\s+)?(?:(?:ba|da|k|z)?sh|python[\d.]*|perl|ruby|node|php)\b`;

const decoder = String.raw`(?:base64\s+(?:-d|-D|-di|--decode)|openssl\s+(?:enc\s+)?-?base64\s+-d|xxd\s+-r)`;

const python = String.raw`[\w.]*(?:b(?:16|32|64|85)decode|a85decode|unhexlify|fromhex|marshal\.loads)\s*\(`;

/**
 * Decoded text that is run: piped into a shell, substituted into a command, or passed to the eval of a language or to
 * PowerShell.
 */
const pattern = new RegExp(
  [
    String.raw`\b${decoder}[^\n|;&]{0,80}\|\s*${interpreter}`,
    String.raw`\b(?:eval|(?:ba|z|k)?sh\s+-c|(?:ba|z|k)?sh\s+<|source)\s*["']?[$<]?\([^\n]{0,400}\b${decoder}`,
    String.raw`\b(?:exec|eval|compile|os\.system|os\.popen|subprocess\.\w{1,20})\s*\(\s*(?:[\w.]{1,30}\(\s*){0,4}${python}`,
    String.raw`\b(?:eval|Function|execSync|exec)\s*\(\s*(?:[\w.]{1,30}\(\s*){0,3}(?:atob\s*\(|Buffer\.from\s*\([^()\n]{1,2000}["']base64["'])`,
    String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-e(?:c|nc|ncodedcommand)?\s+["']?[A-Za-z0-9+/]{16,}`,
    String.raw`\b(?:iex|Invoke-Expression)\b[^\n]{0,200}FromBase64String`,
  ].join("|"),
  "gi",
);

const search: Search = { words, pattern };

/** Python code that decodes text into a variable and runs it later. */
const decodedName: Search = {
  words: ["b64decode", "fromhex", "unhexlify"],
  pattern: /\b(\w{1,60})\s*=\s*[\w.]{0,30}(?:b64decode|unhexlify|fromhex)\s*\([^\n]{0,200}/g,
  settings: ["script", "code"],
};

/** Maximum distance to the call that runs it, in characters. */
const reach = 2_000;

export default defineRule({
  meta: {
    id: "encoded-command",
    category: "security",
    origin: "guidance",
    source: "https://github.com/openclaw/clawhub/issues/108",
    summary:
      "Reports a command or code that decodes text and runs it, such as `base64 -d | sh`, and shows the decoded text if the encoded text is nearby.",
    why: "Reviewers of the skill cannot see what is run; hundreds of published skills used this to hide the download of a password stealer.",
    remedy: "Write the command in plain text.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) => [
    ...findingsFor(skill, search, describe),
    ...findingsFor(skill, decodedName, (sighting) => (isRunBelow(sighting) ? describe(sighting) : undefined)),
  ],
});

function describe({ text, start, match: [found] }: Sighting): string {
  return `decodes and runs ${decodedNear(text, start, found.length)}; write the command in plain text`;
}

function isRunBelow({ text, start, match: [, name] }: Sighting): boolean {
  const below = text.slice(start, start + reach);
  return Array.from(below.matchAll(/\b(?:exec|eval|os\.system)\(\s*(\w{1,60})\s*[),.]/g)).some(
    ([, run]) => run === name,
  );
}

/** Number of characters to search on each side of the command in its line, which usually contains the payload. */
const lineReach = 4_000;

/** Number of characters before the command to search for the variable that contains the payload. */
const named = 8_000;

/** Maximum number of literals that are decoded on each side of the command: those nearest to it. */
const literalLimit = 8;

/**
 * The decoded text, in quotes, of a base64 literal in the command's line or in a variable that the line uses;
 * otherwise "encoded text".
 */
function decodedNear(text: string, start: number, length: number): string {
  const before = text.slice(Math.max(0, start - lineReach), start);
  const after = text.slice(start + length, start + length + lineReach).split("\n", 1)[0]!;
  const line = before.slice(before.lastIndexOf("\n") + 1) + text.slice(start, start + length);
  for (const literal of [
    ...literalsIn(line).slice(-literalLimit),
    ...literalsIn(after).slice(0, literalLimit),
    ...literalsNamed(text.slice(Math.max(0, start - named), start), line + after).slice(-literalLimit),
  ]) {
    const decoded = decode(literal);
    if (decoded !== undefined) return quote(decoded, 70);
  }
  return "encoded text";
}

function literalsIn(line: string): readonly string[] {
  return line.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [];
}

function literalsNamed(above: string, line: string): readonly string[] {
  const names = new Set(line.match(/\w+/g));
  return Array.from(
    above.matchAll(/\b(\w{1,60})\s?=\s?[bru]{0,2}["']([A-Za-z0-9+/]{16,}={0,2})["']/g),
  ).flatMap(([, name, literal]) => (names.has(name!) ? [literal!] : []));
}

/** The text of a base64 literal, decoded as UTF-8 or as PowerShell's UTF-16; undefined if it is not plain text. */
function decode(literal: string): string | undefined {
  const bytes = decodeBase64(literal);
  return [decodeUtf8(bytes), utf16(bytes, "little-endian")].find(
    (text) => text !== undefined && /^[\t\n\r\x20-\x7e]{8,}$/.test(text),
  );
}
