import type { Finding } from "../../../model/rule.ts";
import { count } from "../../../core/sentence.ts";
import type { TextFile } from "../../../model/text-file.ts";
import { defineRule } from "../../define.ts";
import { decodeBase64 } from "../../../core/bytes.ts";
import { decodeUtf8 } from "../../../core/utf8.ts";
import { quote } from "../../../core/show.ts";
import { order } from "./parts/order.ts";
import { scriptFiles } from "../../scripts/parts/script-files.ts";

/** Number of characters: more than keys, digests and signatures have on one line. */
const shortest = 400;

/** "nstruction" in hexadecimal, and in base64 after 0, 1 and 2 other characters of its group, in lower case. */
const words = ["6e737472756374696f6e", "bnn0cnvjdglvb", "5zdhj1y3rpb2", "uc3rydwn0aw9u"] as const;

/**
 * Files in which encoded data is normal: lock files, signatures, certificates, notebooks, drawings, source maps,
 * fonts in style sheets.
 */
const normalFiles =
  /\.(?:lock|sum|sig|asc|pem|crt|cer|key|ipynb|svg|map|css|excalidraw|drawio|har|p7s|b64|base64)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$|\.min\.\w+$/i;

export default defineRule({
  meta: {
    id: "encoded-blob",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary:
      "Reports 400 or more characters of base64 or hexadecimal in a row, except images in `data:` URLs and file types that consist of such data, and fewer if they decode to an order to an agent.",
    why: "Reviewers of the skill cannot read it, and it may be a program.",
    remedy: "Decode the data and store it in a separate file.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    skill.texts
      .filter(({ path }) => !normalFiles.test(path))
      .flatMap((file) => [...findings(file, scriptFiles(skill).has(file)), ...hiddenOrders(file)]),
});

function findings(file: TextFile, isScript: boolean): readonly Finding[] {
  // Encoded data is ASCII, so for most files examining the undecoded bytes is enough.
  const run = longRun(file.bytes, isScript) && longRun(file.source.text, isScript);
  if (!run) return [];
  const [start, end] = run;
  return [
    {
      file: file.path,
      range: file.source.range(start, end),
      message: `${count(end - start, "character")} of encoded data cannot be reviewed; store the decoded data in a file`,
    },
  ];
}

/** One finding per file, for the first text that decodes to an order; a longer one is reported as a blob. */
function hiddenOrders(file: TextFile): readonly Finding[] {
  if (!file.hasAny(words)) return [];
  const { path, source } = file;
  for (const { 0: written, index } of source.text.matchAll(shortRun)) {
    const decoded = decode(written);
    if (decoded === undefined || !order.test(decoded)) continue;
    return [
      {
        file: path,
        range: source.range(index, index + written.length),
        message: `encoded text says ${quote(decoded, 60)}; write it in plain text or delete it`,
      },
    ];
  }
  return [];
}

const shortRun = /(?<![\w+/])[A-Za-z0-9+/]{24,399}(?![\w+/])/g;

/** The plain text that hexadecimal or base64 encodes; undefined if it is none. */
function decode(written: string): string | undefined {
  const isHex = written.length % 2 === 0 && /^[0-9a-f]+$/i.test(written);
  const bytes = isHex
    ? Uint8Array.from(written.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : decodeBase64(written);
  const text = decodeUtf8(bytes);
  return text !== undefined && /^[\t\n\r\x20-\x7e]+$/.test(text) ? text : undefined;
}

/** Start and end of the first run. If there is no run, only one in `shortest` characters is examined. */
function longRun(text: string, isScript: boolean): readonly [number, number] | undefined {
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (!isEncoded(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && at - start < shortest && isEncoded(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (isEncoded(text.charCodeAt(end))) end++;
    if (end - start >= shortest && isBlob(text, start) && (isScript || !isToken(text, start, end)))
      return [start, end];
    at = end;
  }
  return undefined;
}

/** In characters: longer than the session tokens of cloud services. */
const longestToken = 2_000;

/**
 * The sample value of a token or signature in documentation or data, as its label says. It decodes to nothing to read.
 */
function isToken(text: string, start: number, end: number): boolean {
  const label = text.slice(Math.max(0, start - 40), start);
  return (
    end - start <= longestToken &&
    /(?:token|signature|cookie|ticket|令牌|签名)[^\p{L}]{0,12}(?:["'][\w-]{1,12}\.)?$/iu.test(label)
  );
}

/** Whether the character is a letter, a digit, "+" or "/". */
function isEncoded(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43
  );
}

/**
 * Whether a run is encoded data; excludes URL paths, DNA sequences, `data:` URLs of images and fonts, and integrity
 * hashes.
 */
function isBlob(text: string, start: number): boolean {
  const sample = text.slice(start, start + shortest);
  const isHex = /^[0-9a-f]+$|^[0-9A-F]+$/.test(sample) && /[0-9]/.test(sample) && /[a-fA-F]/.test(sample);
  const isBase64 = /[a-z]/.test(sample) && /[A-Z]/.test(sample) && /[0-9]/.test(sample);
  if (!(isHex || isBase64) || new Set(sample).size < 12 || isCertificate(sample, text, start)) return false;
  return !/(?:data:[\w.+-]+\/[\w.+-]+(?:;[\w=-]+)*;base64,|sha\d+-)$/.test(
    text.slice(Math.max(0, start - 100), start),
  );
}

/** A certificate or public key in ASN.1, which begins with a sequence of 256 bytes or more: X.690, 8.1.3.5. */
function isCertificate(sample: string, text: string, start: number): boolean {
  return (
    /^n?MII/.test(sample) &&
    /-----BEGIN (?:CERTIFICATE|[A-Z ]{0,20}PUBLIC KEY)-----/.test(text.slice(Math.max(0, start - 60), start))
  );
}
