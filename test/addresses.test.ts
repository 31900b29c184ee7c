import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { targetRules } from "../src/api/check/target-rules.ts";
import { listArchiveCodes } from "../src/api/explain-archive.ts";
import { addressesOf, namesSchema, schemaId } from "../src/model/address.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";

const root = new URL("../", import.meta.url);

/** Names without an owner. */
const unowned = { owner: null, repository: "skillwright", domain: null, package: "skillwright" };
const published = addressesOf({ ...unowned, owner: "acme" });
const repository = "https://github.com/acme/skillwright";

it("leads from each rule and code to its section in the repository", () => {
  const ids = [...ruleMetas, ...listArchiveCodes(), ...targetRules].map(({ id }) => id);
  const pages = new Map<string, string>();
  const lost = ids.filter((id) => {
    const { helpUrl = "" } = published.help(id);
    const [, file = "", anchor] = new RegExp(`^${repository}/blob/main/(.*)#(.*)$`).exec(helpUrl) ?? [];
    const page = pages.get(file) ?? readFileSync(new URL(file, root), "utf8");
    pages.set(file, page);
    return anchor !== id || !page.includes(`\n## ${id}\n`);
  });
  expect(lost).toEqual([]);
  expect(pages.size).toBe(3);
});

it("leads from each schema to its file in the repository, or to the domain", () => {
  const { schemaUrl } = addressesOf({ ...unowned, domain: "skills.example" });
  for (const name of ["config", "scenario"]) {
    const [, file = ""] =
      new RegExp(`^${repository}/raw/main/(.*)$`).exec(published.schemaUrl(name) ?? "") ?? [];
    expect(existsSync(new URL(file, root))).toBe(true);
    expect(schemaUrl(name)).toBe(`https://skills.example/${file}`);
  }
});

it("has no address without an owner", () => {
  const unknown = addressesOf(unowned);
  expect([unknown.repository, unknown.help("name-format"), unknown.schemaUrl("config")]).toEqual([
    undefined,
    {},
    undefined,
  ]);
  expect(unknown.schemaId("lock")).toBe("node_modules/skillwright/schemas/lock.schema.json");
});

it("recognizes a file that was written under another address, but not one of another kind", () => {
  for (const { schemaId: written } of [published, addressesOf(unowned)]) {
    expect(namesSchema(written("lock"), "lock")).toBe(true);
    expect(namesSchema(written("baseline"), "lock")).toBe(false);
  }
  expect(namesSchema(undefined, "lock")).toBe(false);
});

it("is the id of every schema", () => {
  for (const file of readdirSync(new URL("schemas/", root)))
    expect(JSON.parse(readFileSync(new URL(`schemas/${file}`, root), "utf8")).$id).toBe(
      schemaId(file.replace(".schema.json", "")),
    );
});
