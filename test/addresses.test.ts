import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { targetRules } from "../src/api/check/target-rules.ts";
import { listArchiveCodes } from "../src/api/explain-archive.ts";
import { helpUrl, repository, schemaUrl } from "../src/model/address.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";

const root = new URL("../", import.meta.url);

it("leads from each rule and code to its section in the repository", () => {
  const ids = [...ruleMetas, ...listArchiveCodes(), ...targetRules].map(({ id }) => id);
  const pages = new Map<string, string>();
  const lost = ids.filter((id) => {
    const [, file = "", anchor] = new RegExp(`^${repository}/blob/main/(.*)#(.*)$`).exec(helpUrl(id)) ?? [];
    const page = pages.get(file) ?? readFileSync(new URL(file, root), "utf8");
    pages.set(file, page);
    return anchor !== id || !page.includes(`\n## ${id}\n`);
  });
  expect(lost).toEqual([]);
  expect(pages.size).toBe(3);
});

it("leads from each schema to its file in the repository", () => {
  for (const name of ["config", "scenario"]) {
    const [, file = ""] = new RegExp(`^${repository}/raw/main/(.*)$`).exec(schemaUrl(name)) ?? [];
    expect(existsSync(new URL(file, root))).toBe(true);
  }
});
