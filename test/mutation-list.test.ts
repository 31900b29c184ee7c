import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { mutate, readMutations, type Mutation } from "../bench/mutation-list.js";

const root = new URL("../", import.meta.url);
const mutations = readMutations(fileURLToPath(new URL("bench/mutations.jsonl", root)));
const mistake: Mutation = { file: "a.ts", find: "b", replace: "", tests: [], verdict: "caught" };

it("puts a mistake where its text is found once, and nowhere else", () => {
  expect([mutate("abc", mistake), mutate("ac", mistake), mutate("abcb", mistake)]).toEqual([
    "ac",
    undefined,
    undefined,
  ]);
  expect(mutate("aaa", { ...mistake, find: "aa" })).toBeUndefined();
  expect(mutate("abc", { ...mistake, replace: "$&" })).toBe("a$&c");
});

it("lists mistakes that change something, with tests that are there and a reason where none notices", () => {
  const keys = new Set(["file", "find", "replace", "tests", "verdict", "reason"]);
  const odd = mutations.filter(
    (one) =>
      Object.keys(one).some((key) => !keys.has(key)) ||
      !one.file.startsWith("src/") ||
      one.find === one.replace ||
      one.tests.length === 0 ||
      one.tests.some((test) => !existsSync(new URL(test, root))) ||
      !["caught", "left"].includes(one.verdict) ||
      (one.verdict === "left") !== (one.reason !== undefined),
  );
  expect(odd).toEqual([]);
  expect(mutations.length).toBeGreaterThan(0);
  const written = mutations.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
  expect(written.filter((each, at) => written.indexOf(each) < at)).toEqual([]);
});

it("lists mistakes in the code as it is", () => {
  const lost = mutations.filter(
    (one) => mutate(readFileSync(new URL(one.file, root), "utf8"), one) === undefined,
  );
  expect(lost).toEqual([]);
});
