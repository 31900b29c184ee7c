import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const bundle = readFileSync(fileURLToPath(new URL("../dist/played-shell.cjs", import.meta.url)), "utf8");

it("is the bundle of the simulated shell", () => {
  expect(bundle).toContain("maxCommandCount");
});

it.each([
  ["a call of fetch", /\bfetch\(/],
  ["the client undici", /undici/],
  ["another means to connect", /\b(?:WebSocket|EventSource|XMLHttpRequest)\b/],
])("contains no %s", (_, pattern) => {
  expect(pattern.exec(bundle)?.[0]).toBeUndefined();
});

it("loads no module that opens connections or starts programs", () => {
  const modules = Array.from(bundle.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g), ([, name]) => name);
  expect(Array.from(new Set(modules)).sort()).toEqual(["node:async_hooks", "node:module", "url"]);
});
