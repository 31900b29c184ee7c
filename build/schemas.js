import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The schemas that the program validates input with; the others describe its output. */
const compiled = ["frontmatter"];

/**
 * Compiles each into one function, and writes them all to src/generated/schemas.cjs with its types.
 * Compiling at run time would more than double a cold start.
 */
export function writeValidators() {
  const ajv = new Ajv2020({ allErrors: true, strict: true, code: { source: true, esm: false } });
  const exported = Object.fromEntries(compiled.map((name) => [name, add(ajv, name)]));
  mkdirSync(`${root}src/generated`, { recursive: true });
  writeFileSync(`${root}src/generated/schemas.cjs`, standalone.default(ajv, exported));
  writeFileSync(`${root}src/generated/schemas.d.cts`, declare(Object.keys(exported)));
}

/** @param {Ajv2020} ajv @param {string} name @returns {string} */
function add(ajv, name) {
  const schema = JSON.parse(readFileSync(`${root}schemas/${name}.schema.json`, "utf8"));
  ajv.addSchema(schema);
  return schema.$id;
}

/** @param {readonly string[]} names */
function declare(names) {
  return [
    "interface Validate {",
    "  (data: unknown): boolean;",
    "  errors?: readonly { readonly instancePath: string; readonly keyword: string; readonly params: Readonly<Record<string, unknown>> }[] | null;",
    "}",
    `declare const schemas: { ${names.map((name) => `readonly ${name}: Validate`).join("; ")} };`,
    "export = schemas;",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeValidators();
