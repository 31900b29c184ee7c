import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, expect } from "vitest";

/**
 * Set up before each file of `npm run test:quick`: starting a program throws, and the test fails even if it catches the
 * error.
 */
const started: string[] = [];

function refuse(program: unknown): never {
  started.push(String(program));
  throw new Error(`npm run test:quick cannot start programs: ${String(program)}`);
}

const ways = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const;
for (const way of ways) Object.defineProperty(childProcess, way, { value: refuse });
syncBuiltinESMExports();

function expectNone(): void {
  expect(started.splice(0), "add the file of tests to test/support/not-quick.ts: it starts programs").toEqual(
    [],
  );
}

afterEach(expectNone);
afterAll(expectNone);
