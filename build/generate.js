// Updates every file that a test compares with, such as cases, pages and schemas, without running the other tests.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tests = readdirSync(`${root}/test`)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/${name}`)
  .filter((file) => readFileSync(`${root}/${file}`, "utf8").includes("toMatchFileSnapshot"));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "--mode", "short", ...tests, "--update"], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
