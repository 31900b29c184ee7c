import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** Says whether a value is as one of the published schemas wants it. */
export function schemaOf(name: string): ValidateFunction {
  return new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")),
  );
}
