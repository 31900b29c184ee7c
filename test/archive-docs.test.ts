import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listArchiveCodes } from "../src/api/explain-archive.ts";
import { targetRules } from "../src/api/check/target-rules.ts";
import { archiveReadme } from "../src/report/pages/archive-docs.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { runSkills } from "./support/io.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const codes = listArchiveCodes();

it("generates the page of the codes", async () => {
  await expect(archiveReadme(codes)).toMatchFileSnapshot("../src/archive/README.md");
});

it("explains every code", async () => {
  for (const { id, summary, why, remedy, source } of codes) {
    const { code, stdout, stderr } = await runSkills(["explain", id]);
    expect({ code, stderr, id: stdout.split("\n", 1)[0] }).toEqual({ code: 0, stderr: "", id });
    const words = stdout.replace(/\s+/g, " ");
    for (const text of [summary, why, remedy, source]) expect(words).toContain(text.replace(/\s+/g, " "));
    expect(stdout).toMatch(/^[\n -~]+$/);
  }
});

it("lists the codes after the rules, in text and JSON", async () => {
  const { stdout } = await runSkills(["explain"]);
  for (const { id } of codes) expect(stdout).toMatch(new RegExp(`\\n  error +${id} +\\S`));
  const { data } = JSON.parse((await runSkills(["explain", "--format", "json"])).stdout);
  expect(data.rules.map(({ meta }: { meta: { id: string } }) => meta.id)).toEqual([
    ...[...ruleMetas, ...codes, ...targetRules].map(({ id }) => id),
  ]);
});

it("suggests the nearest code for an unknown one", async () => {
  expect((await runSkills(["explain", "archive-name-segmant"])).stderr).toContain(
    'did you mean "archive-name-segment"?',
  );
});

it("has no unused code", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/archive[\\/]archive-codes|model[\\/]archive/.test(file),
  );
  const text = files.map((file) => readFileSync(`${src}/${file}`, "utf8")).join("\n");
  // Codes of differences from a manifest are composed from the kind of difference.
  const unused = codes
    .map(({ id }) => id.slice("archive-".length))
    .filter((code) => !text.includes(`"${code}"`) && !code.startsWith("file-"));
  expect(unused).toEqual([]);
});
