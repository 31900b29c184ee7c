import { quote } from "../../core/show.ts";
import { defineSearch, type Sighting } from "./parts/sightings.ts";

/** What downloads a file or sends data. */
const transfer =
  /\b(?:axios|clone|curl|download\w*|fetch\w*|install|invoke-(?:restmethod|webrequest)|irm|iwr|npm|pip3?|post|requests?|run|scp|send|upload|urlopen|wget)\b/i;

/** A request that only tests whether the server answers, and discards what it sends. */
const test = /\s(?:-I\b|--head\b|-w\b|--write-out\b|(?:-o|--output|-O|>)[ \t]*(?:\/dev\/null|NUL)\b)/;

/** The line of a match, up to 300 characters before and after its start. */
function lineOf({ text, start }: Sighting): string {
  const before = text.slice(Math.max(0, start - 300), start);
  const after = text.slice(start, start + 300);
  return before.slice(before.lastIndexOf("\n") + 1) + after.split("\n", 1)[0];
}

export default defineSearch({
  meta: {
    id: "raw-ip-address",
    category: "security",
    origin: "guidance",
    source: "https://github.com/openclaw/clawhub/issues/108",
    summary:
      "Reports a URL with a public IP address instead of a host name, such as `http://91.92.242.30/x`; only advice if nothing is downloaded from the address or sent to it.",
    why: "An IP address does not show who owns it and seldom has a certificate; malicious skills have downloaded their programs from such addresses.",
    remedy: "Write the host's name; in examples use 192.0.2.1, which is reserved for documentation.",
    severity: "warning",
    words: ["://0", "://1", "://2", "://3", "://4", "://5", "://6", "://7", "://8", "://9"],
    since: "0.1.0",
  },
  search: {
    pattern:
      /\b(?:https?|wss?|ftp|tcp|udp):\/\/((?:\d{1,3}\.){3}\d{1,3}|0x[0-9a-f]{8}|\d{8,10})(?![\w.-])(?::\d+)?(?:[^\s"'`<>)\]]{0,200}[^\s"'`<>)\].,;:!?])?/gi,
    oncePerLine: ([, host = ""]) => host,
    isAdvice: (sighting, setting) => setting !== "script" && !transfer.test(lineOf(sighting)),
  },
  say: (sighting) =>
    !/\/\d{1,2}(?!\d)/.test(sighting.match[0].slice(8)) &&
    isPublic(sighting.match[1]!) &&
    !test.test(lineOf(sighting))
      ? `${quote(sighting.match[0], 80)} uses a bare IP address; use a host name`
      : undefined,
});

/** Public resolvers, which examples often ping, and addresses that are clearly made up. */
const known: ReadonlySet<string> = new Set([
  "1.1.1.1",
  "1.0.0.1",
  "8.8.8.8",
  "8.8.4.4",
  "9.9.9.9",
  "1.2.3.4",
  "5.6.7.8",
  "4.3.2.1",
]);

/**
 * Whether the host is outside the blocks of RFC 6890 (private, loopback, documentation, shared) and is not multicast.
 */
function isPublic(host: string): boolean {
  if (known.has(host)) return false;
  const parts = host.includes(".") ? host.split(".").map(Number) : bytesOf(Number(host));
  const [a, b, c] = parts;
  if (a === undefined || b === undefined || parts.length !== 4 || parts.some((part) => part > 255))
    return false;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if ((a === 100 && b >= 64 && b < 128) || (a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32))
    return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) return false;
  return !(
    (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/** The four bytes of an address that is written as a single number. */
function bytesOf(address: number): readonly number[] {
  return [address / 2 ** 24, address / 2 ** 16, address / 2 ** 8, address].map(
    (part, at) => Math.floor(part) % (at === 0 ? 2 ** 24 : 256),
  );
}
