import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { house } from "./support/house.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("generated"),
);

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
  if (!target.startsWith("."))
    return room.packages.includes(target) ? [] : [`${file} may not import the package ${target}`];
  const from = path.join(path.dirname(file), target).split(path.sep)[0]!;
  return from === home || room.folders.includes(from) ? [] : [`${file} may not import from ${from}`];
}

it("keeps every import within the map of the house", () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap(objection)).toEqual([]);
});

it("reports an import that breaks the map", () => {
  expect(objection({ file: path.join("rules", "x.ts"), target: "../parse/body.ts" })).toEqual([
    `${path.join("rules", "x.ts")} may not import from parse`,
  ]);
  expect(objection({ file: path.join("rules", "x.ts"), target: "node:fs" })).toEqual([
    `${path.join("rules", "x.ts")} may not import the package node:fs`,
  ]);
});

it("lets one file of the harness start programs", () => {
  const starting = imports
    .filter(({ file, target }) => file.startsWith("harness") && target === "node:child_process")
    .map(({ file }) => file);
  expect(starting).toEqual([path.join("harness", "spawn.ts")]);
});
