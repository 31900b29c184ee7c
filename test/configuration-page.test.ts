import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { allAsTyped } from "../src/report/drawing/as-typed.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

it("describes every key of the schema in the page of the configuration", async () => {
  const schema = JSON.parse(readFileSync(new URL("../schemas/config.schema.json", import.meta.url), "utf8"));
  const keys = Object.entries<{ readonly description?: string }>(schema.properties).filter(
    ([key]) => key !== "$schema",
  );
  expect(keys.length).toBeGreaterThan(10);
  const rows = keys.map(
    ([key, { description = "" }]) => `| \`${key}\` | ${cell(allAsTyped(description, "skillwright"))} |`,
  );
  const text = readFileSync(page, "utf8");
  const [before = "", , after = ""] = text.split(/(<!-- keys -->[^]*?<!-- \/keys -->)/);
  const table = ["<!-- keys -->", "| Key | Means |", "|---|---|", ...rows, "<!-- /keys -->"].join("\n");
  await expect(`${before}${table}${after}`).toMatchFileSnapshot(page);
});

it("has an example that takes effect", async () => {
  const [, example = ""] = /^```yaml\n([^]*?)^```$/m.exec(readFileSync(page, "utf8")) ?? [];
  const cwd = makeTree({ "skills.config.yaml": example, "a/SKILL.md": skillMd("a") });
  const { code, stdout, stderr } = await runSkills(["check", "--print-config", "a"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const settings = JSON.parse(stdout);
  expect(settings["max-warnings"]).toMatchObject({ value: 0 });
  expect(settings.targets).toMatchObject({ value: ["spec", "claude-ai"] });
});

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
