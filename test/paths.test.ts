import { expect, it } from "vitest";
import { isIn, resolveAbsolute } from "../src/core/paths.ts";

it("resolves a path against a directory", () => {
  const resolved = ["a/./b//c", "../a", "../../../a", "/a/../b/", ""].map((target) =>
    resolveAbsolute("/project/skill", target),
  );
  expect(resolved).toEqual(["/project/skill/a/b/c", "/project/a", "/a", "/b", "/project/skill"]);
});

it("compares paths by segment", () => {
  const inside = ["/a/b", "/a/b/c", "/a/bc", "/a"].map((path) => isIn(path, "/a/b"));
  expect(inside).toEqual([true, true, false, false]);
});
