import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { house, registries } from "./support/house.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && (!file.startsWith("generated") || posix(file) in registries),
);

const imports = files.flatMap((file) => {
  const text = readFileSync(path.join(src, file), "utf8");
  const statements = text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return Array.from(statements, ([, fixed, lazy]) => ({
    file,
    target: fixed ?? lazy!,
    isLazy: fixed === undefined,
  }));
});

/** A message if an import is not allowed, or nothing. */
function objection({ file, target }: { readonly file: string; readonly target: string }): string[] {
  const home = roomOf(file);
  const room = house[home];
  if (!room) return [`${file} stands in no room of the house`];
  if (!target.startsWith("."))
    return room.packages.includes(target) ? [] : [`${file} may not import the package ${target}`];
  const from = roomOf(path.join(path.dirname(file), target));
  return from === home || room.imports.includes(from) ? [] : [`${file} may not import from ${from}`];
}

function roomOf(file: string): string {
  return registries[posix(file)] ?? file.split(path.sep)[0]!;
}

it("allows only the imports of house.ts", () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap(objection)).toEqual([]);
});

it("reports an import that is not allowed", () => {
  expect(objection({ file: path.join("rules", "x.ts"), target: "../parse/body.ts" })).toEqual([
    `${path.join("rules", "x.ts")} may not import from parse`,
  ]);
  expect(objection({ file: path.join("rules", "x.ts"), target: "node:fs" })).toEqual([
    `${path.join("rules", "x.ts")} may not import the package node:fs`,
  ]);
});

it("declares getters in classes", () => {
  // Only those of a class state their type here; src/cli/io.ts makes two objects in a run.
  const found = files.filter((file) =>
    /^\s+get \w+\(\) \{/m.test(readFileSync(path.join(src, file), "utf8")),
  );
  expect(found).toEqual([path.join("cli", "io.ts")]);
});

/** The files that each file imports, without those that it loads when they are needed. */
function importedBy(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { file, target, isLazy } of imports)
    if (target.startsWith(".") && !isLazy)
      found.set(posix(file), [
        ...(found.get(posix(file)) ?? []),
        path.posix.join(path.posix.dirname(posix(file)), target),
      ]);
  return found;
}

/** A chain of imports that ends where it began; undefined if there is none. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const follow = (file: string, chain: readonly string[]): readonly string[] | undefined => {
    const at = chain.indexOf(file);
    if (at !== -1) return [...chain.slice(at), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = follow(next, [...chain, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}

it("has no circle of imports", () => {
  expect(findCircle(importedBy())).toBeUndefined();
});

it("reports a circle of imports", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts", "d.ts"]],
    ["d.ts", ["b.ts"]],
  ]);
  expect(findCircle(graph)).toEqual(["b.ts", "d.ts", "b.ts"]);
});

it("allows one file of the harness to start programs", () => {
  const starting = imports
    .filter(({ file, target }) => file.startsWith("harness") && target === "node:child_process")
    .map(({ file }) => file);
  expect(starting).toEqual([path.join("harness", "spawn.ts")]);
});

function posix(file: string): string {
  return file.split(path.sep).join("/");
}
