import { yamlType } from "../../core/yaml-scalar.ts";

/** Text that every YAML reader takes for just that text when it stands alone after a colon or dash. */
const plain = /^[A-Za-z0-9_./][\w ./()+-]*$/;

/** A text as one line of YAML: as it is where that is safe, else in double quotes, whose escapes are those of JSON. */
export function yamlScalar(text: string): string {
  return plain.test(text) &&
    !text.endsWith(" ") &&
    yamlType(text) === undefined &&
    text !== "..." &&
    !text.includes("---")
    ? text
    : JSON.stringify(text);
}
