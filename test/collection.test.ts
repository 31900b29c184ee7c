import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkCollection } from "../src/lint/check-collection.ts";
import { collect } from "./support/collect.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { rootOf, type CollectedSkill, type CollectionFinding } from "../src/model/collection.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { collectionRules } from "../src/rules/lists/collection-rules.ts";
import descriptionSimilar from "../src/rules/description/similar.ts";
import { descriptionWords } from "../src/rules/description/similar.ts";
import { findNeighbors } from "../src/rules/description/parts/similar-texts.ts";
import { skeleton } from "../src/rules/name/confusable.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

interface LabeledPair {
  readonly near: boolean;
  readonly a: Pick<CollectedSkill, "name" | "description">;
  readonly b: Pick<CollectedSkill, "name" | "description">;
}

const pairs = readFileSync(new URL("../fixtures/collection/pairs.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): LabeledPair => JSON.parse(line));

function skill(name: string, description: string, path = name, root = "skills"): CollectedSkill {
  return { path, root, directoryName: name, file: "SKILL.md", name, description };
}

/** What a rule of the collection says, by skill. */
function said(id: string, skills: readonly CollectedSkill[]): readonly CollectionFinding[] {
  return Array.from(collectionRules.find(({ meta }) => meta.id === id)!.check({ subject: { skills } }));
}

it("separates similar descriptions from others with the precision and recall of the labeled pairs", () => {
  const isReported = ({ a, b }: LabeledPair) =>
    said("description-similar", [skill(a.name, a.description), skill(b.name, b.description)]).length > 0;
  const reported = pairs.filter(isReported);
  const right = reported.filter(({ near }) => near);
  expect({
    near: pairs.filter(({ near }) => near).length,
    apart: pairs.filter(({ near }) => !near).length,
  }).toEqual({ near: 25, apart: 25 });
  expect({ precision: right.length / reported.length, recall: right.length / 25 }).toEqual({
    precision: 1,
    recall: 0.72,
  });
});

it("says its threshold in its summary", () => {
  expect(descriptionSimilar.meta.summary).toMatch(/cosine of at least 0\.6, or at least 0\.9 /);
});

it("speaks on each of two skills and points at the other", () => {
  const text = "Fills in PDF forms from a table of values.";
  expect(
    said("description-similar", [skill("a", text), skill("b", text), skill("c", "Plays chess.")]).map(
      ({ skill: path, related }) => [path, related?.map((place) => place.skill)],
    ),
  ).toEqual([
    ["a", ["b"]],
    ["b", ["a"]],
  ]);
});

it("points at the three nearest of many", () => {
  const skills = Array.from({ length: 9 }, (_, at) => skill(`s${at}`, "Fills in PDF forms."));
  for (const id of ["description-similar"])
    expect(said(id, skills).map(({ related }) => related?.length)).toEqual(Array(9).fill(3));
  expect(
    said(
      "name-duplicate",
      skills.map((each) => ({ ...each, name: "x" })),
    ).map(({ related }) => related?.length),
  ).toEqual(Array(9).fill(3));
});

it("compares only skills that clients load together", () => {
  const text = "Fills in PDF forms from a table of values.";
  const apart = [skill("x", text, "a/x", "a"), skill("x", text, "b/x", "b"), skill("X", text, "c/x", "c")];
  expect(collectionRules.flatMap((rule) => Array.from(rule.check({ subject: { skills: apart } })))).toEqual(
    [],
  );
});

it("finds the root of a skill in its path", () => {
  expect(
    [
      "/r/.claude/skills/a",
      "/r/skills/group/a",
      "/skills/r/plugins/p/skills/a",
      "/r/examples/a",
      "C:\\r\\skills\\a",
      "-",
    ].map(rootOf),
  ).toEqual([
    "/r/.claude/skills",
    "/r/skills",
    "/skills/r/plugins/p/skills",
    "/r/examples",
    "C:/r/skills",
    "",
  ]);
});

it("sees through letters that look alike", () => {
  expect(
    ["pdf_Forms", "PDF forms", "\u0440df-forms", "pdf-f\u03bfrms", "pdf-f0rms", "\uff50df.forms"].map(
      skeleton,
    ),
  ).toEqual(Array(6).fill("pdfforms"));
  expect([skeleton("v1-0"), skeleton("v10")]).toEqual(["vl-o", "vlo"]);
});

it("takes Chinese and Japanese apart in pairs, and plurals for singulars", () => {
  expect(Array.from(descriptionWords("会議の録音 Studies of Boxes, naïve\u0301 ＰＤＦ"))).toEqual(
    ["会議", "議の", "の録", "録音", "study", "boxe", "naïve\u0301", "pdf"].map((word) =>
      word.normalize("NFKC"),
    ),
  );
});

it("finds the same neighbors as comparing every pair", () => {
  const texts = pairs.flatMap(({ a, b }) => [a, b]).map(({ description }) => descriptionWords(description));
  const isClose = (_: number, { cosine }: { readonly cosine: number }) => cosine >= 0.3;
  const quick = findNeighbors(texts, { least: 0.3, most: texts.length, isClose });
  const plain = findNeighbors(texts, { least: 0, most: texts.length, isClose });
  expect(quick).toEqual(plain);
  expect(quick.flat().length).toBeGreaterThan(60);
});

/** Each as hard as can be: all alike, all of few words, all with the same name, all sending elsewhere. */
const crowds: Readonly<Record<string, (at: number) => CollectedSkill>> = {
  "one description": (at) => skill(`pdf-${at}`, "Fills PDF forms with values from tables and signs them."),
  "one name and description": (at) =>
    skill("pdf-forms", "Fills PDF forms with values from tables and signs them.", `s/${at}`),
  "few words": (at) =>
    skill(
      `n-${at}`,
      Array.from({ length: 20 }, (_, word) => `w${(at * 7919 + word * word * 31) % 43}`).join(" "),
    ),
  "absent siblings": (at) =>
    skill(
      `pdf-work-${at}`,
      `Reads topic${at} and topic${at + 1}; for more use pdf-work-${at}-absent instead.`,
    ),
  "look-alikes": (at) => skill(at % 2 === 0 ? "pdf-forms" : "PDF-forms", `Topic${at}.`, `s/${at}`),
};

it.each(Object.entries(crowds))("is done with 10,000 skills of %s in seconds", (_, make) => {
  const skills = Array.from({ length: 10_000 }, (__, at) => make(at));
  const started = cpuTime();
  for (const rule of collectionRules) Array.from(rule.check({ subject: { skills } }));
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("is soon done with a hostile description", () => {
  const texts = [
    "use " + "a".repeat(60_000),
    "use " + "a-".repeat(30_000),
    "use ".repeat(15_000),
    "use the /".repeat(7_000),
    "-".repeat(60_000),
    "会".repeat(20_000),
    "skill".repeat(12_000),
  ];
  const started = cpuTime();
  for (const text of texts)
    for (const rule of collectionRules)
      Array.from(
        rule.check({ subject: { skills: [skill(text, text, "1"), skill(`${text}x`, `${text} x`, "2")] } }),
      );
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("keeps only the frontmatter of a skill, with positions as in the file", () => {
  const text = "\ufeff---\r\nname: é😀\r\ndescription: >-\r\n  Fills\r\n  forms.\r\n---\r\nbody ".concat(
    "x".repeat(9_000),
  );
  const source = openMemory("forms", { "SKILL.md": Buffer.from(text) }, "skills/forms");
  const { skill: kept, source: head } = collect(source)!;
  expect(kept).toMatchObject({
    path: "skills/forms",
    root: "skills",
    directoryName: "forms",
    file: "SKILL.md",
    name: "é😀",
    description: "Fills forms.",
  });
  const { valueRange } = loadSkill(source, []).skill.document!.frontmatter!.fields.get("name")!;
  expect([kept.nameRange!.start, kept.nameRange!.end]).toEqual([valueRange.start, valueRange.end]);
  expect(head.text.length).toBeLessThan(100);
});

it("passes over what has neither name nor description, and what is no text", () => {
  const without = (text: string) => collect(openMemory("forms", { "SKILL.md": Buffer.from(text) }));
  expect(
    ["", "no fences", "---\nlicense: MIT\n---\n", "---\nname: [a]\ndescription:\n---\n"].map(without),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

it("gives each skill its findings, with an excerpt and related positions in the other skills", () => {
  const md = (name: string) => Buffer.from(`---\nname: ${name}\ndescription: Topic ${name}.\n---\n\nbody\n`);
  const sources = ["a", "b", "c"].map((directory) =>
    openMemory(directory, { "SKILL.md": md(directory === "c" ? "pdf" : "forms") }, `skills/${directory}`),
  );
  const findings = checkCollection(
    sources.flatMap((source) => collect(source) ?? []),
    { settings: { "description-similar": "off", "name-confusable": "error", "name-duplicate": "info" } },
  );
  expect(Array.from(findings.keys())).toEqual(["skills/a", "skills/b"]);
  const [finding] = findings.get("skills/a")!;
  expect(finding).toMatchObject({
    ruleId: "name-duplicate",
    severity: "info",
    file: "SKILL.md",
    start: { line: 2, column: 7 },
    refusedBy: [],
    related: [{ skill: "skills/b", file: "SKILL.md", range: { start: { line: 2 } } }],
    excerpt: { line: "name: forms", skipped: 0 },
  });
  expect(JSON.parse(JSON.stringify(finding))).toEqual(finding);
});
