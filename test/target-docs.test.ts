import { expect, it } from "vitest";
import { targetFindingIds } from "../src/lint/known-rules.ts";
import { targetRules } from "../src/api/check/target-rules.ts";
import { targetReadme } from "../src/report/pages/archive-docs.ts";

it("generates the page of target findings", async () => {
  await expect(targetReadme(targetRules)).toMatchFileSnapshot("../src/api/check/README.md");
});

it("documents every id of a target finding", () => {
  expect(targetRules.map(({ id }) => id)).toEqual(
    targetFindingIds.filter((id) => !id.startsWith("archive-")),
  );
});
