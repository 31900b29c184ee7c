import { parse } from "yaml";
import { readWithin, type ValueReader } from "../value-reader.ts";

// "error" only silences the library's warnings, which it prints itself.
/** `parse(text)` of npm's yaml 2 with its default options: YAML 1.2, core schema, duplicate keys are errors. */
export const readYaml2: ValueReader = (text) =>
  readWithin(text, (each) => parse(each, { logLevel: "error" }));
