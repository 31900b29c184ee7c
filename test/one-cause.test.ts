import fc from "fast-check";
import { expect, it } from "vitest";
import { examine } from "../src/engine.ts";
import type { Diagnostic } from "../src/model/report.ts";
import type { CommandReport } from "../src/model/reports/command-report.ts";
import { folders } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { partOf, samples } from "./support/samples.ts";
import { makeTree } from "./support/tree.ts";

interface Report {
  readonly subjects: readonly {
    readonly findings: readonly { readonly ruleId: string; readonly start?: unknown }[];
  }[];
}

const description = "description: Counts words in text files. Use when someone asks for word counts.";

it.each([
  ["an empty name", `name:\n${description}`, "name-required"],
  ["a list as description", "name: count-words\ndescription: [TODO]", "field-type"],
  [
    "a description that says nothing",
    "name: count-words\ndescription: I can help you with files.",
    "description-vague",
  ],
  ["a text as metadata", `name: count-words\n${description}\nmetadata: text`, "metadata-format"],
  ["an empty list of tools", `name: count-words\n${description}\nallowed-tools: []`, "allowed-tools-format"],
])("reports %s once, with its line", async (_, fields, rule) => {
  const root = makeTree({ "count-words/SKILL.md": `---\n${fields}\n---\n# Words\n\nCount.\n` });
  const { stdout } = await runSkills(["lint", root, "--format", "json"]);
  const { subjects } = JSON.parse(stdout) as Report;
  const found = subjects.flatMap(({ findings }) => findings);
  expect(found.map(({ ruleId, start }) => [ruleId, start !== undefined])).toEqual([[rule, true]]);
});

/** Pairs of rules that may report the same characters, and what makes them two causes. */
const twoCauses: Readonly<Record<string, string>> = {
  "boolean-field + unknown-field": "the field is not of the specification, and its value is wrong",
  "claude-code-hooks + unknown-field": "the field is not of the specification, and its value is wrong",
  "claude-code-value + unknown-field": "the field is not of the specification, and its value is wrong",
  "boolean-field + target-answer": "the value is wrong, and hides the skill",
  "claude-code-value + target-answer": "the value is wrong, and hides the skill",
  "claude-code-hooks + frontmatter-flow": "the map is on one line, and an event in it is unknown",
  "target-answer + unknown-field": "the field is not of the specification, and it hides the skill",
  "openai-metadata + unknown-field": "the field is not of the specification, and Codex ignores it",
  "description-cut + description-when": "a sentence is cut off, and none says when",
  "description-length + description-when": "the text is too long, and no sentence says when",
  "description-lines + description-vague": "the text is on several lines, and says nothing",
  "description-similar + description-when": "the text is like another one, and does not say when",
  "description-vague + prompt-markup": "the text has a tag, and says nothing without it",
  "description-when + placeholder-text": "a part is not written, and no sentence says when",
  "description-when + sibling-absent": "another skill is missing, and no sentence says when",
  "dynamic-context + reference-broken": "the file does not exist, and a client would run it",
  "metadata-format + openclaw-metadata":
    "clients disagree about maps, and OpenClaw about the name of this one",
  "name-length + name-matches-directory": "a shorter name may also differ from the directory",
  "skill-file-length + skill-file-size": "one counts for the model, the other for a client's parser",
};

const fields = [
  ...["name", "description", "license", "compatibility", "metadata", "allowed-tools", "version", "model"],
  ...["disable-model-invocation", "user-invocable", "argument-hint", "context", "hooks", "paths", "tags"],
  ...["Name", "descripton", "allowed_tools"],
];

const values = [
  ...["", "[]", "[a, b]", "{a: b}", "{}", "7", "1.5", "true", "null", "~", "2026-01-02", "text", "'quoted'"],
  ...['"a: b"', "a: b", "@x", "`x`", "%x", "TODO", "[TODO]", "<b>", "- a", "|", ">", "|\n  one\n  two"],
  ...[">\n  one\n  two", "*a", "&a text", "!tag text", "a #b", "x".repeat(1_100), "Words", "count_words"],
  ...["-count", "count--words", "claude-x", "\n  - a\n  - b", "\n  a: b", "\n  a: [1]", "\n  a: 1", "é"],
  ...["[Read, Bash]", "Read, Bash", "Bash(git:*", "Read Bash(rm:*)", "'{{name}}'", "Count words.", "\tx"],
  ...['"open', "a\n  b", "counts <words>"],
];

const frontmatter = fc
  .record({
    changes: fc.array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...values)), {
      minLength: 1,
      maxLength: 3,
    }),
    space: fc.constantFrom(" ", " ", " ", "  ", ""),
    without: fc.option(fc.constantFrom("name", "description"), { freq: 8 }),
    isTwice: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ changes, space, without, isTwice }) => {
    const written = new Map([
      ["name", "count-words"],
      ["description", "Counts words in text files. Use when someone asks for word counts."],
      ...changes,
    ]);
    written.delete(without ?? "");
    const lines = Array.from(
      written,
      ([key, value]) => `${key}:${value === "" || value.startsWith("\n") ? "" : space}${value}`,
    );
    return [...lines, ...(isTwice ? lines.slice(-1) : [])].join("\n");
  });

it("has no two findings of one cause in changed frontmatter, and a line for each", () => {
  fc.assert(
    fc.property(frontmatter, (text) => {
      const files = { "SKILL.md": `---\n${text}\n---\n# Words\n\nCount.\n` };
      const [subject] = examine(files, { name: "count-words" }).subjects;
      expect(sharedCauses(subject?.findings ?? [])).toEqual([]);
      const unplaced = (subject?.findings ?? []).filter(({ start }) => start === undefined);
      expect(unplaced.filter(({ ruleId }) => !ruleId.endsWith("-required"))).toEqual([]);
    }),
    samples(1_000),
  );
});

it("has no two findings of one cause in the cases of the rules", async () => {
  const rules = partOf(folders("rules")).map((rule) => `fixtures/rules/${rule}`);
  const { stdout } = await runSkills(["lint", ...rules, "--format", "json"]);
  const { subjects } = JSON.parse(stdout) as CommandReport;
  expect(subjects.flatMap(({ findings }) => sharedCauses(findings))).toEqual([]);
});

/** The pairs of findings about the same characters, or of one inside the other, that the same targets refuse. */
function sharedCauses(findings: readonly Diagnostic[]): readonly string[] {
  return findings.flatMap((a, at) =>
    findings
      .slice(at + 1)
      .filter((b) => a.file === b.file && (covers(a, b) || covers(b, a)))
      .filter((b) => String(a.refusedBy) === String(b.refusedBy))
      .map((b) => [a.ruleId, b.ruleId].sort().join(" + "))
      .filter((pair) => !(pair in twoCauses)),
  );
}

function covers(a: Diagnostic, b: Diagnostic): boolean {
  if (!a.start || !a.end || !b.start || !b.end) return false;
  return a.start.offset <= b.start.offset && b.end.offset <= a.end.offset;
}
