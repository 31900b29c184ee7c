import { yamlType } from "../../../yaml/scalar.ts";

/** Whether the text is a valid name for every interpretation of the specification and every client. */
export function isWellFormedName(text: string): boolean {
  return wellFormed.test(text);
}

/**
 * The name that an ASCII text was probably meant to be; undefined if there is none, or if YAML would read it as
 * another type, such as a number.
 */
export function toName(text: string): string | undefined {
  if (!ascii.test(text)) return undefined;
  const name = text
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== "")
    .join("-");
  return isWellFormedName(name) && yamlType(name) === undefined ? name : undefined;
}

const wellFormed = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ascii = /^[\x20-\x7e]{1,256}$/;
const separators = /[^a-z0-9]+/;
