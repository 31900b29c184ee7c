import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { fixturesRoot } from "./support/fixtures.ts";
import { makeTree } from "./support/tree.ts";

interface Example {
  readonly title: string;
  readonly program: string;
  /** What the page says that it prints. */
  readonly printed: string;
}

const page = readFileSync(path.resolve("docs/library.md"), "utf8");
const examples = Array.from(
  page.matchAll(/^### ([^\n]+)\n[^]*?```js\n([^]*?)```\n\n```text\n([^]*?)```$/gm),
  ([, title, program, printed]): Example => ({ title: title!, program: program!, printed: printed! }),
);

const timeless = (text: string): string => text.replace(/\b\d+\.\d\d s\b/g, "0.00 s");

it("finds every program of the page", () => {
  expect([examples.length, page.match(/^```js$/gm)?.length, page.match(/^### /gm)?.length]).toEqual([
    10, 10, 10,
  ]);
});

it.each(examples)("prints what the page says: $title", ({ program, printed }) => {
  const cwd = makeTree({ "example.mjs": program });
  cpSync(path.join(fixturesRoot, "library"), cwd, { recursive: true });
  mkdirSync(path.join(cwd, "node_modules"));
  symlinkSync(path.resolve("."), path.join(cwd, "node_modules/skillwright"));
  writeFileSync(path.join(cwd, "package.json"), "{}\n");
  const { stdout, stderr } = spawnSync(process.execPath, ["example.mjs"], { cwd, encoding: "utf8" });
  expect({ stdout: timeless(stdout), stderr }).toEqual({ stdout: timeless(printed), stderr: "" });
});
