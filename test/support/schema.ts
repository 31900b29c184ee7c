import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** Says whether a value is as one of the published schemas wants it; `others` are those that it refers to. */
export function schemaOf(name: string, others: readonly string[] = []): ValidateFunction {
  const ajv = new Ajv2020({ strict: true });
  for (const other of others) ajv.addSchema(read(other));
  return ajv.compile(read(name));
}

function read(name: string) {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));
}
