import { describe, expect, it } from "vitest";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { casesOf, describeCase, folders } from "./support/fixtures.ts";
import { ruleFiles } from "./support/rule-files.ts";

/**
 * Rules whose cases cannot be files in git; rules-listing.test.ts, rules-in-memory.test.ts, tracked-links.test.ts and suppress.test.ts test
 * them.
 */
const withoutCases = [
  "catalogue-budget",
  "file-kind",
  "file-name-backslash",
  "file-symlink",
  "link-outside",
  "loose-skill",
  "plugin-description",
  "plugin-hidden-skill",
  "plugin-ignored",
  "plugin-install",
  "plugin-manifest",
  "plugin-name",
  "plugin-validator",
  "plugin-version",
  "suppression-expired",
  "upload-files",
  "upload-size",
];

describe.each(ruleMetas.map(({ id }) => id).filter((id) => !withoutCases.includes(id)))("%s", (id) => {
  const cases = casesOf(id);

  it.each(cases.map((each) => [each.name, each] as const))("says of %s what is expected", async (_, each) => {
    await expect(describeCase(each)).toMatchFileSnapshot(each.expected);
  });

  it("has a case in which it speaks and one in which it is silent", () => {
    const spoken = cases.map((each) => describeCase(each) !== "");
    expect(new Set(spoken)).toEqual(new Set([true, false]));
  });
});

it("has no cases of rules that are not there", () => {
  expect(folders("rules").filter((id) => !ruleMetas.some((meta) => meta.id === id))).toEqual([]);
});

it("names the file of each rule after its id, without the word that its directory repeats", () => {
  expect(ruleFiles.map(({ id }) => id).sort()).toEqual(ruleMetas.map(({ id }) => id).sort());
  const other = ruleFiles.filter(({ path, id }) => {
    const folders = path.split("/");
    const file = folders.pop()!.slice(0, -".ts".length);
    const words = folders.map((folder) => folder.replace(/s$/, ""));
    return (
      file !== id &&
      ![...words, ...folders].some((word) => `${word}-${file}` === id) &&
      `skill-file-${file}` !== id
    );
  });
  expect(other).toEqual([]);
});
