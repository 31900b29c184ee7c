import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tryMutants } from "./support/mutants.ts";
import { makeTree } from "./support/tree.ts";

it.skipIf(process.platform === "win32")(
  "opens or refuses 20,000 damaged archives, throws nothing else, and Python finds the same in those it opens",
  async () => {
    const { tried, accepted, faults, kept } = await tryMutants({ seed: 4, count: 20_000, keep: 200 });
    expect([tried, faults]).toEqual([20_000, []]);
    // A reader that refuses everything would do as well up to here.
    expect(accepted).toBeGreaterThan(500);
    const root = makeTree(Object.fromEntries(kept.map(({ archive }, at) => [`${at}.archive`, archive])));
    expect(listedByPython(kept.map((_, at) => path.join(root, `${at}.archive`)))).toEqual(
      kept.map(({ files }) => files),
    );
  },
);

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
