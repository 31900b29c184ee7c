import { crc32ByTable } from "../../../core/crc32.ts";
import { encodeUtf8 } from "../../../core/utf8.ts";

/**
 * Whether the checksum in a key is right, so that its issuer wrote it; undefined for a format without a known one.
 * GitHub and npm: the last six characters are the CRC-32 of those before, without the prefix, in base 62
 * (https://github.blog/engineering/behind-githubs-new-authentication-token-formats/ and
 * https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/). Grafana: eight hexadecimal digits, the
 * CRC-32 of all before them, lowest byte first (grafana/grafana pkg/components/satokengen/tokengen.go@3ba4aa6).
 */
export function hasRightChecksum(key: string): boolean | undefined {
  const [, random, sum] = /^(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(key) ?? [];
  if (random !== undefined) return sum === inBase62(crc32Of(random));
  const [, summed, bytes] = /^(glsa_[A-Za-z0-9]{32})_([0-9a-f]{8})$/.exec(key) ?? [];
  return summed === undefined ? undefined : bytes === lowestFirst(crc32Of(summed));
}

function crc32Of(text: string): number {
  return crc32ByTable(encodeUtf8(text));
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function inBase62(value: number): string {
  let [text, left] = ["", value];
  while (left > 0) {
    text = alphabet.charAt(left % 62) + text;
    left = Math.floor(left / 62);
  }
  return text.padStart(6, "0");
}

function lowestFirst(value: number): string {
  return [0, 8, 16, 24].map((bits) => ((value >>> bits) & 0xff).toString(16).padStart(2, "0")).join("");
}
