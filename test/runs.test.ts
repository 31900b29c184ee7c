import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesOf, inOwnProcess, names, onlyInFull, type Run } from "./support/runs.ts";

const listed = (run: Run): readonly string[] => Object.values(filesOf(run)).flat().sort();

it("runs every file in npm test or in its rest, and all of them in test:all", () => {
  const all = names()
    .map((name) => `test/${name}.test.ts`)
    .sort();
  expect(listed("all")).toEqual(all);
  expect(Array.from(new Set([...listed("short"), ...listed("rest")])).sort()).toEqual(all);
});

it("lists only files that exist", () => {
  const known = new Set(names());
  expect(
    [...Object.keys(onlyInFull), ...Object.keys(inOwnProcess)].filter((name) => !known.has(name)),
  ).toEqual([]);
});

it("takes the number and the seed of all samples from samples.ts", () => {
  const found = names().filter((name) => {
    const text = readFileSync(new URL(`${name}.test.ts`, import.meta.url), "utf8");
    const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    return count(/\bfc\s*\.(?:assert|sample)\(/g) !== count(/\bsamples\(/g);
  });
  expect(found).toEqual([]);
});
