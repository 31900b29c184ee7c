/** A line of an input, without its line feed. */
export interface ByteLine {
  /** From 1; blank lines count. */
  readonly number: number;
  /** Absent if the line is longer than the limit. */
  readonly bytes?: Uint8Array;
  readonly size: number;
}

/**
 * The lines of an input that are not blank, one after another. Of a line over the limit, nothing is held: it is read up
 * to its line feed. The bytes are a copy that no other line shares.
 */
export async function* byteLines(
  input: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<ByteLine, void> {
  let number = 1;
  let begun = startLine(limit);
  for await (const piece of input) {
    let from = 0;
    for (let feed = piece.indexOf(lineFeed); feed !== -1; feed = piece.indexOf(lineFeed, from)) {
      begun.add(piece.subarray(from, feed));
      if (!begun.isBlank()) yield begun.end(number);
      begun = startLine(limit);
      number += 1;
      from = feed + 1;
    }
    begun.add(piece.subarray(from));
  }
  if (!begun.isBlank()) yield begun.end(number);
}

const lineFeed = 0x0a;

interface BegunLine {
  add(part: Uint8Array): void;
  isBlank(): boolean;
  end(number: number): ByteLine;
}

function startLine(limit: number): BegunLine {
  let parts: Uint8Array[] = [];
  let size = 0;
  let blank = true;
  return {
    add: (part) => {
      if (part.length === 0) return;
      blank &&= part.every(isSpace);
      size += part.length;
      if (size > limit) parts = [];
      else parts.push(part);
    },
    isBlank: () => blank,
    end: (number) => (size > limit ? { number, size } : { number, size, bytes: joined(parts, size) }),
  };
}

/** Space, tab and carriage return. */
function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
