import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { playConsole } from "./support/console-page.ts";

it("shows what its commands print", async () => {
  const page = fileURLToPath(new URL("../docs/getting-started.md", import.meta.url));
  const { text, commands } = playConsole(readFileSync(page, "utf8"));
  expect(commands).toBeGreaterThan(6);
  await expect(text).toMatchFileSnapshot(page);
});
