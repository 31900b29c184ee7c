import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { testRules } from "../src/api/rules/rules.ts";
import { readConfig } from "../src/api/settings/read-config.ts";
import { examine } from "../src/engine.ts";
import { readRules } from "../src/engine-rules.ts";
import { makeTree } from "./support/tree.ts";

const wishes = "fixtures/own-rules/wishes.yaml";

it("passes the examples of what teams asked for", () => {
  const { data, outcome } = testRules(readConfig({ cwd: process.cwd(), file: wishes }), []);
  expect(data!.tests!.filter((test) => test.outcome === "failed")).toEqual([]);
  expect(outcome).toBe(0);
  for (const { id } of data!.rules) {
    const kinds = data!.tests!.flatMap(({ rule, example }) => (rule === id ? [example.split(" ")[0]] : []));
    expect([id, ...new Set(kinds)]).toEqual([id, "good", "bad"]);
  }
  expect(data!.rules.length).toBeGreaterThanOrEqual(17);
});

it("shows rules that pass their own examples, those of the cookbook of both kinds", () => {
  const page = readFileSync("docs/own-rules.md", "utf8");
  const blocks = (language: string) =>
    Array.from(
      page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\n\`\`\``, "g")),
      ([, text = ""]) => text,
    );
  const [words = ""] = blocks("text");
  const tested = blocks("yaml").map((text) => {
    const cwd = makeTree({ "skills.config.yaml": text, "words.txt": words });
    const { outcome, data } = testRules(readConfig({ cwd }), []);
    expect([outcome, data!.tests!.filter((test) => test.outcome === "failed")]).toEqual([0, []]);
    return data!;
  });
  const cookbook = tested.at(-1)!;
  expect(cookbook.rules).toHaveLength(10);
  for (const { id } of cookbook.rules) {
    const kinds = cookbook.tests!.flatMap(({ rule, example }) =>
      rule === id ? [example.split(" ")[0]] : [],
    );
    expect([id, ...new Set(kinds)]).toEqual([id, "good", "bad"]);
  }
});

it("finds the same in the engine", () => {
  const text = readFileSync(wishes, "utf8").replaceAll(/^ {4}except:.*\n/gm, "");
  const own = readRules(text, wishes);
  const skill = "---\nname: pdf\ndescription: Reads PDFs of Globex.\n---\n\nUse sudo.\n";
  const ids = (settings: object) =>
    examine({ "SKILL.md": skill }, { name: "pdf", own, ...settings })
      .subjects[0]!.findings.filter(({ ruleId }) => ruleId.startsWith("acme/"))
      .map(({ ruleId, severity }) => `${severity} ${ruleId}`);
  expect(ids({})).toEqual(
    expect.arrayContaining(["error acme/owner", "warning acme/name", "warning acme/competitors"]),
  );
  expect(ids({ rules: { "acme/owner": "off" } })).not.toContain("error acme/owner");
  expect(() => readRules("rules:\n  acme/x: { name: { matches: x }, except: a }\n")).toThrow(
    'the rule "acme/x" needs files or paths, which are not known here; write it without',
  );
  expect(() => readRules("rules:\n  acme/x: {}\n")).toThrow(
    "a rule needs require, name, forbid, inventory or limit",
  );
});
