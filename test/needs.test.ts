import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeTree } from "./support/tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const support = (file: string): string => JSON.stringify(path.join(root, "test/support", file));

/** The exit code of a run of three tests, and the lines at its end. */
function run(environment: Readonly<Record<string, string>>): readonly [number | null, readonly string[]] {
  const cwd = makeTree({
    "vitest.config.mjs": `import { ClosingLine } from ${support("closing-line.ts")};
      export default { test: { include: ["*.test.mjs"], reporters: [new ClosingLine()] } };`,
    "a.test.mjs": `import { it } from "vitest";
      import { needs } from ${support("needs.ts")};
      it("runs", () => needs("node"));
      it("stays away", () => { needs("node", process.env.PROGRAM ?? "no-such-program"); if (!process.env.PROGRAM) throw new Error("it went on"); });
      it("comes later", { skip: process.env.LATER !== undefined }, () => {});`,
  });
  symlinkSync(path.join(root, "node_modules"), path.join(cwd, "node_modules"));
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/vitest/vitest.mjs"), "run"],
    { cwd, encoding: "utf8", env: { PATH: path.dirname(process.execPath), ...environment } },
  );
  return [status, stdout.trim().split("\n")];
}

it("skips a test under the name of the program that is not there", () => {
  expect(run({})).toEqual([0, ["1 skipped: needs no-such-program", "2 passed, 0 failed, 1 skipped"]]);
});

it.runIf(process.platform === "linux")("lets no test go without in CI, for whatever reason", () => {
  expect(run({ CI: "true" })).toEqual([
    1,
    [
      "failed: a.test.mjs stays away: needs no-such-program, which is missing; in CI, no test may be skipped",
      "2 passed, 1 failed, 0 skipped",
    ],
  ]);
  const [code, lines] = run({ CI: "true", LATER: "", PROGRAM: "node" });
  expect([code, lines.slice(-2)]).toEqual([
    1,
    ["skipped in CI: a.test.mjs comes later", "2 passed, 0 failed, 1 skipped"],
  ]);
});
