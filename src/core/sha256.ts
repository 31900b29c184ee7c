import { encodeUtf8 } from "./utf8.ts";

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as hex digits. For the rooms that run without Node; `src/manifest/digest.ts`
 * is faster.
 */
export function sha256(text: string): string {
  const words = padded(encodeUtf8(text));
  const state = Int32Array.from(initial);
  const schedule = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) compress(state, schedule, words.subarray(at, at + 16));
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The 32-bit words of the message with its padding and length (section 5.1.1). */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (let at = 0; at < bytes.length; at++) words[at >> 2]! |= bytes[at]! << (24 - (at & 3) * 8);
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length & 3) * 8);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

/** Section 6.2.2. */
function compress(state: Int32Array, schedule: Int32Array, block: Int32Array): void {
  schedule.set(block);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [schedule[at - 15]!, schedule[at - 2]!];
    schedule[at] =
      (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)) +
      schedule[at - 7]! +
      (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
      schedule[at - 16]!;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + rounds[at]! + schedule[at]!) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

const primes = firstPrimes(64);
/** Sections 4.2.2 and 5.3.3: the fractions of the cube and square roots of the first primes. */
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let each = 2; primes.length < count; each++)
    if (primes.every((prime) => each % prime !== 0)) primes.push(each);
  return primes;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}
