import { expect, it } from "vitest";
import { triedRules } from "../src/lint/known-rules.ts";
import { targetRules } from "../src/api/check/target-rules.ts";
import { targetReadme } from "../src/report/pages/archive-docs.ts";

it("keeps the page of what targets say true", async () => {
  await expect(targetReadme(targetRules)).toMatchFileSnapshot("../src/api/check/README.md");
});

it("has a page for each id that a target's finding may have", () => {
  expect(targetRules.map(({ id }) => id)).toEqual(triedRules.filter((id) => !id.startsWith("archive-")));
});
