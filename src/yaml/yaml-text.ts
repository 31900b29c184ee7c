import { yamlType } from "./scalar.ts";

/** Text that every YAML reader accepts unchanged as a plain scalar after a colon or dash. */
const plain = /^[A-Za-z0-9_./][\w ./()+-]*$/;

/** A string as one line of YAML: plain if that is safe, otherwise in double quotes with JSON's escapes. */
export function yamlScalar(text: string): string {
  return plain.test(text) &&
    !text.endsWith(" ") &&
    yamlType(text) === undefined &&
    text !== "..." &&
    !text.includes("---")
    ? text
    : JSON.stringify(text);
}
