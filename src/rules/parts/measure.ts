import { utf8Length } from "../../core/utf8.ts";
import { count, grouped } from "../../core/sentence.ts";
import { characters } from "./fields.ts";

/**
 * The length of a text, such as "1,030 characters", followed by "(1,040 UTF-16 units, 3,090 bytes)" if these differ,
 * as clients count different units.
 */
export function measure(text: string): string {
  const length = characters(text);
  const bytes = utf8Length(text);
  const others = [
    ...(text.length === length ? [] : [`${grouped(text.length)} UTF-16 units`]),
    ...(bytes === length ? [] : [`${grouped(bytes)} bytes`]),
  ];
  return `${count(length, "character")}${others.length > 0 ? ` (${others.join(", ")})` : ""}`;
}
