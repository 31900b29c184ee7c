import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));

interface Room {
  readonly folders: readonly string[];
  readonly packages: readonly string[];
}

/** Which folders, and which packages, each folder may import. A folder may always import itself. */
const house: Readonly<Record<string, Room>> = {
  core: { folders: [], packages: [] },
  read: { folders: ["core"], packages: ["ignore", "node:fs", "node:path", "tinyglobby"] },
  parse: { folders: ["core", "generated"], packages: ["acorn", "jsonc-parser", "smol-toml", "yaml"] },
  graph: { folders: ["core", "parse"], packages: [] },
  inventory: { folders: ["core", "parse"], packages: [] },
  tokens: { folders: ["core"], packages: ["gpt-tokenizer/bpeRanks/o200k_base", "gpt-tokenizer/encodingParams/constants"] },
  rules: { folders: ["core"], packages: [] },
  check: { folders: ["core"], packages: [] },
  checkers: { folders: ["core"], packages: ["node:child_process", "node:path"] },
  dialects: { folders: ["core"], packages: [] },
  clients: { folders: ["core", "dialects", "reference"], packages: [] },
  reference: { folders: ["core", "dialects"], packages: [] },
  report: { folders: ["core"], packages: [] },
  archive: { folders: ["core"], packages: ["node:buffer", "node:zlib", "tar-stream", "yauzl"] },
  manifest: { folders: ["core", "generated", "parse"], packages: ["node:buffer", "node:crypto"] },
  pack: { folders: ["core"], packages: ["ignore"] },
  write: { folders: ["core"], packages: ["node:crypto", "node:fs", "node:path"] },
  install: { folders: ["core", "read", "write"], packages: ["node:buffer", "node:crypto", "node:fs", "node:path"] },
  harness: { folders: ["core", "dialects", "parse", "read", "write"], packages: ["node:child_process", "node:fs", "node:net", "node:os", "node:path", "node:timers/promises", "node:vm"] },
  api: { folders: ["core", "archive", "harness", "manifest", "pack", "read", "write", "install", "parse", "graph", "inventory", "tokens", "rules", "check", "checkers", "clients", "reference", "dialects", "generated"], packages: ["node:buffer"] },
  cli: { folders: ["core", "report", "api", "generated"], packages: ["commander", "node:fs", "node:v8"] },
  bin: { folders: ["cli"], packages: [] },
  "index.ts": { folders: ["core", "api"], packages: [] },
};

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && !file.startsWith("generated"));

const imports = files.flatMap((file) => {
  const text = readFileSync(path.join(src, file), "utf8");
  const statements = text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return Array.from(statements, ([, fixed, lazy]) => ({ file, target: fixed ?? lazy! }));
});

/** The sentence that says what is wrong with an import, or nothing. */
function objection({ file, target }: { readonly file: string; readonly target: string }): string[] {
  const home = file.split(path.sep)[0]!;
  const room = house[home];
  if (!room) return [`${file} stands in no room of the house`];
  if (!target.startsWith(".")) return room.packages.includes(target) ? [] : [`${file} may not import the package ${target}`];
  const from = path.join(path.dirname(file), target).split(path.sep)[0]!;
  return from === home || room.folders.includes(from) ? [] : [`${file} may not import from ${from}`];
}

it("keeps every import within the map of the house", () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap(objection)).toEqual([]);
});

it("reports an import that breaks the map", () => {
  expect(objection({ file: path.join("rules", "x.ts"), target: "../parse/body.ts" })).toEqual([`${path.join("rules", "x.ts")} may not import from parse`]);
  expect(objection({ file: path.join("rules", "x.ts"), target: "node:fs" })).toEqual([`${path.join("rules", "x.ts")} may not import the package node:fs`]);
});

it("lets one file of the harness start programs", () => {
  const starting = imports.filter(({ file, target }) => file.startsWith("harness") && target === "node:child_process").map(({ file }) => file);
  expect(starting).toEqual([path.join("harness", "spawn.ts")]);
});

it("keeps every file short", () => {
  const long = files.filter((file) => readFileSync(path.join(src, file), "utf8").split("\n").length > 151);
  expect(long).toEqual([]);
});
