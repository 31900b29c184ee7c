import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { once } from "../src/core/once.ts";
import { tryMutants } from "./support/mutants.ts";
import { needs } from "./support/needs.ts";
import { makeTree } from "./support/tree.ts";

const mutants = once(() => tryMutants({ seed: 4, count: 20_000, keep: 200 }));

it("opens or refuses 20,000 damaged archives, and throws nothing else", async () => {
  const { tried, accepted, faults } = await mutants();
  expect([tried, faults]).toEqual([20_000, []]);
  // A reader that refuses everything would pass up to here.
  expect(accepted).toBeGreaterThan(500);
});

it("finds the same as Python in the archives that it opens", async () => {
  needs("python3");
  const { kept } = await mutants();
  expect(kept.length).toBe(200);
  const root = makeTree(Object.fromEntries(kept.map(({ archive }, at) => [`${at}.archive`, archive])));
  expect(listedByPython(kept.map((_, at) => path.join(root, `${at}.archive`)))).toEqual(
    kept.map(({ files }) => files),
  );
});

function listedByPython(paths: readonly string[]): readonly unknown[] {
  const script = fileURLToPath(new URL("support/list-archive.py", import.meta.url));
  const lines = execFileSync("python3", [script], { input: paths.join("\n"), encoding: "utf8" })
    .trimEnd()
    .split("\n");
  return lines.map((line): unknown => {
    const answer: unknown = JSON.parse(line);
    return Array.isArray(answer)
      ? answer.map(([name, digest]: readonly string[]) => [name?.replace(/^\.\//, ""), digest])
      : answer;
  });
}
