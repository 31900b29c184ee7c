import fc from "fast-check";
import { expect, it } from "vitest";
import { planFixes, type FixableSkill, type FixLevel } from "../src/lint/fix.ts";
import type { Diagnostic } from "../src/model/report.ts";
import type { Fix, Operation } from "../src/model/rule.ts";
import { SourceText } from "../src/core/source-text.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { samples } from "./support/samples.ts";

function skillOf(texts: Readonly<Record<string, string>>, others: readonly string[] = []): FixableSkill {
  const files = new Set([...Object.keys(texts), ...others]);
  return { paths: files, files, texts: new Map(Object.entries(texts)) };
}

function edit(text: string, start: number, end: number, by: string, file = "SKILL.md"): Operation {
  return { kind: "edit", file, range: new SourceText(text).range(start, end), text: by };
}

function fixOf(operations: readonly Operation[], title = "mend it", safe = true): Fix {
  return { title, safe, operations };
}

/** A diagnostic with these alternative fixes. */
function found(...fixes: readonly Fix[]): Diagnostic {
  return {
    ruleId: "rule",
    category: "spec",
    origin: "spec",
    severity: "warning",
    message: "",
    file: "SKILL.md",
    refusedBy: [],
    related: [],
    fixes,
  };
}

/** The fixed text, and the titles of applied and unapplied fixes. */
function fixed(text: string, diagnostics: readonly Diagnostic[], level: FixLevel = "safe") {
  const { texts, applied, unapplied } = planFixes(skillOf({ "SKILL.md": text }), diagnostics, level);
  return {
    text: texts.get("SKILL.md"),
    applied: applied.map(({ title }) => title),
    left: unapplied.map(({ title, reason }) => `${title}: ${reason}`),
  };
}

it("changes only the range of an edit, in any text", () => {
  const text = "\ufeffname: 😀 x\r\n\tend \r\n\n\r";
  expect(fixed(text, [found(fixOf([edit(text, 7, 9, "y\u00e9")]))])).toEqual({
    text: "\ufeffname: y\u00e9 x\r\n\tend \r\n\n\r",
    applied: ["mend it"],
    left: [],
  });
  expect(fixed(text, [found(fixOf([edit(text, 0, 1, "")]))]).text).toBe(text.slice(1));
});

it("applies the first of two overlapping fixes, and both if they only touch", () => {
  const text = "abcdef";
  const first = found(fixOf([edit(text, 1, 3, "X")], "first"));
  for (const [start, end] of [
    [2, 4],
    [0, 2],
    [3, 4],
    [0, 1],
    [1, 1],
    [3, 3],
    [0, 6],
  ] as const) {
    expect(fixed(text, [first, found(fixOf([edit(text, start, end, "Y")], "second"))])).toEqual({
      text: "aXdef",
      applied: ["first"],
      left: ["second: overlap"],
    });
  }
  expect(fixed(text, [first, found(fixOf([edit(text, 4, 5, "Y")], "second"))])).toEqual({
    text: "aXdYf",
    applied: ["first", "second"],
    left: [],
  });
});

it("applies a fix completely or not at all", () => {
  const text = "abcdef";
  const group = fixOf([edit(text, 4, 5, "Y"), edit(text, 0, 1, "Z")], "group");
  expect(fixed(text, [found(fixOf([edit(text, 0, 2, "X")], "first")), found(group)])).toEqual({
    text: "Xcdef",
    applied: ["first"],
    left: ["group: overlap"],
  });
  expect(
    fixed(text, [found(fixOf([edit(text, 0, 1, "X"), edit(`${text}ghi`, 3, 9, "Y")], "past the end"))]),
  ).toEqual({ text: undefined, applied: [], left: ["past the end: impossible"] });
});

it("allows edits of one fix to touch, but not to overlap", () => {
  const text = "a\nb\nc\n";
  const moves = fixOf([edit(text, 0, 2, ""), edit(text, 2, 4, ""), edit(text, 4, 4, "a, b: ")]);
  expect(fixed(text, [found(moves)]).text).toBe("a, b: c\n");
  expect(fixed(text, [found(fixOf([edit(text, 0, 3, ""), edit(text, 2, 4, "")], "crossed"))])).toEqual({
    text: undefined,
    applied: [],
    left: ["crossed: overlap"],
  });
});

it("puts an insertion before a replacement at the same position, in any order", () => {
  const text = "abcdef";
  for (const operations of [
    [edit(text, 2, 4, "X"), edit(text, 2, 2, "+")],
    [edit(text, 2, 2, "+"), edit(text, 2, 4, "X")],
  ])
    expect(fixed(text, [found(fixOf(operations))]).text).toBe("ab+Xef");
});

it("rejects an edit inside a replaced range, even if the same fix inserts after it", () => {
  const text = "abcdefghijkl";
  const first = found(fixOf([edit(text, 0, 1, "A")], "first"));
  const second = found(fixOf([edit(text, 5, 8, "X"), edit(text, 8, 8, "+")], "second"));
  expect(fixed(text, [first, second, found(fixOf([edit(text, 6, 6, "Y")], "third"))])).toEqual({
    text: "AbcdeX+ijkl",
    applied: ["first", "second"],
    left: ["third: overlap"],
  });
});

it("applies the first alternative that is allowed", () => {
  const text = "abc";
  const cures = [
    fixOf([edit(text, 0, 1, "X")], "unsafe", false),
    fixOf([edit(text, 1, 2, "Y")], "safe"),
    fixOf([edit(text, 2, 3, "Z")], "later"),
  ];
  expect(fixed(text, [found(...cures)])).toEqual({ text: "aYc", applied: ["safe"], left: [] });
  expect(fixed(text, [found(...cures)], "unsafe")).toEqual({ text: "Xbc", applied: ["unsafe"], left: [] });
  expect(fixed(text, [found(cures[0]!)])).toEqual({ text: undefined, applied: [], left: ["unsafe: unsafe"] });
});

it("reports a directory's new name without renaming it", () => {
  const rename = fixOf([{ kind: "rename-directory", to: "b" }], "rename", false);
  const text = "abc";
  expect(fixed(text, [found(rename)], "unsafe")).toEqual({
    text: undefined,
    applied: [],
    left: ["rename: impossible"],
  });
  expect(fixed(text, [found(rename)])).toEqual({
    text: undefined,
    applied: [],
    left: ["rename: impossible"],
  });
  expect(fixed(text, [found(fixOf([edit(text, 0, 1, "X")], "edit", false), rename)], "unsafe")).toEqual({
    text: "Xbc",
    applied: ["edit"],
    left: [],
  });
});

it("changes the line endings of 1 MiB quickly, with one edit or one per line", () => {
  const text = "echo a b c d e f\r\n".repeat(58_000);
  const whole = fixOf([edit(text, 0, text.length, text.replaceAll("\r\n", "\n"))]);
  const source = new SourceText(text);
  const each = fixOf(
    Array.from(
      text.matchAll(/\r/g),
      ({ index }): Operation => ({
        kind: "edit",
        file: "SKILL.md",
        range: source.range(index, index + 1),
        text: "",
      }),
    ),
  );
  for (const fix of [whole, each]) {
    const started = cpuTime();
    expect(fixed(text, [found(fix)]).text).toBe(text.replaceAll("\r\n", "\n"));
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  }
});

it("rejects edits that change nothing, split a surrogate pair or write invalid text", () => {
  const text = "a😀b";
  for (const [start, end, by] of [
    [0, 1, "a"],
    [2, 2, "x"],
    [1, 2, ""],
    [0, 1, "\ud83d"],
    [3, 1, "x"],
  ] as const) {
    expect(fixed(text, [found(fixOf([edit(text, start, end, by)]))])).toEqual({
      text: undefined,
      applied: [],
      left: ["mend it: impossible"],
    });
  }
});

it("renames and changes modes only of plain files in their directory, once per path", () => {
  const skill = skillOf({ "skill.md": "x", "a/b.md": "y" }, ["run.sh"]);
  const rename = (from: string, to: string): Operation => ({ kind: "rename", from, to });
  const reasons = (operation: Operation) =>
    planFixes(skill, [found(fixOf([operation]))], "safe").unapplied.map(({ reason }) => reason);
  for (const operation of [
    rename(".", "other"),
    rename("skill.md", "run.sh"),
    rename("skill.md", "../SKILL.md"),
    rename("skill.md", ".."),
    rename("skill.md", "a/SKILL.md"),
    rename("a/b.md", "a/"),
    rename("absent", "x"),
    rename("skill.md", "a\\SKILL.md"),
    rename("skill.md", "SKILL.md\0"),
    { kind: "chmod", file: "absent", executable: true } as const,
    edit("x", 0, 1, "y", "run.sh"),
  ]) {
    expect([operation, reasons(operation)]).toEqual([operation, ["impossible"]]);
  }
  const plan = planFixes(
    skill,
    [
      found(fixOf([rename("skill.md", "SKILL.md")])),
      found(fixOf([edit("x", 0, 1, "z", "skill.md")])),
      found(fixOf([rename("skill.md", "Skill.md")])),
      found(fixOf([{ kind: "chmod", file: "SKILL.md", executable: true }])),
      found(fixOf([{ kind: "chmod", file: "run.sh", executable: true }, edit("y", 0, 1, "z", "a/b.md")])),
    ],
    "safe",
  );
  expect(plan).toEqual({
    texts: new Map([["a/b.md", "z"]]),
    chmods: [{ kind: "chmod", file: "run.sh", executable: true }],
    renames: [rename("skill.md", "SKILL.md")],
    applied: [expect.anything(), expect.anything()],
    unapplied: ["overlap", "overlap", "impossible"].map((reason) => ({
      ruleId: "rule",
      file: "SKILL.md",
      title: "mend it",
      reason,
    })),
  });
});

/** Texts with a byte-order mark, all line endings and surrogate pairs; edits by character index. */
const texts = fc.array(fc.constantFrom("a", "é", "\u{1f600}", "\r\n", "\n", "\r", "\ufeff", "\t"), {
  minLength: 1,
  maxLength: 60,
});
const wishes = fc.array(
  fc.record({ at: fc.nat(60), length: fc.nat(6), by: fc.constantFrom("", "x", "\u{1f601}yz", "\r\n") }),
  { maxLength: 12 },
);

it("gives the same result as a simple reference implementation", () => {
  fc.assert(
    fc.property(texts, wishes, (characters, wanted) => {
      const text = characters.join("");
      const offsets = characters.reduce<number[]>(
        (all, character) => [...all, all.at(-1)! + character.length],
        [0],
      );
      const edits = wanted
        .map(({ at, length, by }) => ({
          start: offsets[Math.min(at, characters.length)]!,
          end: offsets[Math.min(at + length, characters.length)]!,
          by,
        }))
        .filter(({ start, end, by }) => text.slice(start, end) !== by);
      const accepted: typeof edits = [];
      for (const each of edits)
        if (accepted.every(({ start, end }) => each.end < start || each.start > end)) accepted.push(each);
      const expected = accepted
        .toSorted((a, b) => b.start - a.start)
        .reduce((all, { start, end, by }) => all.slice(0, start) + by + all.slice(end), text);
      const plan = planFixes(
        skillOf({ f: text }),
        edits.map(({ start, end, by }) => found(fixOf([edit(text, start, end, by, "f")]))),
        "safe",
      );
      expect(plan.texts.get("f") ?? text).toBe(expected);
      expect([plan.applied.length, plan.unapplied.length]).toEqual([
        accepted.length,
        edits.length - accepted.length,
      ]);
    }),
    samples(),
  );
});

it("selects from ten thousand fixes in less than quadratic time", () => {
  const text = "a b ".repeat(10_000);
  const diagnostics = Array.from({ length: 10_000 }, (_, index) =>
    found(fixOf([edit(text, 4 * index, 4 * index + 1, "c")])),
  );
  const started = cpuTime();
  expect(planFixes(skillOf({ "SKILL.md": text }), diagnostics.reverse(), "safe").texts.get("SKILL.md")).toBe(
    "c b ".repeat(10_000),
  );
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
