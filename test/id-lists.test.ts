import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validators } from "../src/targets/validators/index.ts";
import { uploaders } from "../src/targets/uploads/index.ts";
import { systemIds } from "../src/model/agent.ts";
import { validatorIds } from "../src/model/validator.ts";
import { uploadIds } from "../src/model/upload.ts";
import { systems } from "../src/harness/systems/index.ts";
import { realClients } from "../src/real/clients/index.ts";
import { formats } from "../src/report/formats/index.ts";

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

// The specification is a text, and has no model.
it.each([
  ["validator", validators, validatorIds.filter((id) => id !== "spec")],
  ["uploader", uploaders, uploadIds],
  ["system", systems, systemIds],
] as const)("has a model of every %s", (_, known, ids) => {
  expect(known.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

/** Every list of allowed words in a schema. */
function enumsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "enum" in value && Array.isArray(value.enum) ? [value.enum] : [];
  return [...own, ...Object.values(value).flatMap(enumsIn)];
}

describe.each(readdirSync(new URL("../schemas/", import.meta.url)))("schemas/%s", (file) => {
  const lists = enumsIn(JSON.parse(read(`schemas/${file}`)));

  // Each known by a word that no other list has.
  it.each([
    ["systems", "harness9", systemIds],
    ["targets", "skills-ref", validatorIds],
  ] as const)("allows all %s where it allows %s", (_, mark, ids) => {
    for (const list of lists.filter((each) => each.includes(mark)))
      expect(list).toEqual(expect.arrayContaining([...ids]));
  });
});

/** What no compiler sees: texts, and files that are not TypeScript. */
it.each([
  ["src/cli/options/check-options.ts", validatorIds],
  ["docs/checking.md", validatorIds],
  ["src/cli/options/output-option.ts", formats],
  ["docs/checking.md", formats],
  ["src/cli/options/agent-notes.ts", systemIds],
  ["src/harness/systems/README.md", systemIds],
  ["bench/test-corpus.js", systemIds],
  ["bench/strace-reads.js", systemIds],
  ["src/cli/commands/doctor.ts", realClients.map(({ id }) => id)],
  ["src/cli/commands/test.ts", realClients.map(({ id }) => id)],
] as const)("%s names them all: %s", (file, ids) => {
  const text = read(file);
  expect(ids.filter((id) => !text.includes(id))).toEqual([]);
});
