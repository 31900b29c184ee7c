import { decodeUtf8Loosely } from "../../core/utf8.ts";

/** How much text is made of a value, and whether a mapping can become text. */
interface Room {
  left: number;
  readonly mappings: boolean;
}

/**
 * As `String(value)` for what a YAML library gives; undefined if that would give more than a million characters, or if
 * there is a mapping and these have no prototype.
 */
export function textOf(value: unknown, { mappings = true } = {}): string | undefined {
  const room: Room = { left: 1_000_000, mappings };
  const text = textWithin(value, room);
  return room.left < 0 ? undefined : text;
}

// A list can hold itself, or others many times over.
function textWithin(value: unknown, room: Room, parents: readonly unknown[] = []): string {
  if (room.left < 0) return "";
  if (!Array.isArray(value)) {
    const text = plainText(value, room);
    room.left -= text === undefined ? Infinity : text.length + 1;
    return text ?? "";
  }
  if (parents.includes(value)) return "";
  const inner = [...parents, value];
  return value
    .map((item: unknown) => {
      room.left--;
      return item === null || item === undefined ? "" : textWithin(item, room, inner);
    })
    .join(",");
}

function plainText(value: unknown, { mappings }: Room): string | undefined {
  if (typeof value !== "object" || value === null) return String(value);
  // Of !!binary, which Node's yaml reads as a buffer.
  if (value instanceof Uint8Array) return decodeUtf8Loosely(value);
  return mappings ? "[object Object]" : undefined;
}
