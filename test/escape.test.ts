import { expect, it } from "vitest";
import type { Diagnostic, Report } from "../src/model/report.ts";
import { quote } from "../src/core/show.ts";
import { SourceText } from "../src/core/source-text.ts";
import { json } from "../src/report/formats/json.ts";
import { text } from "../src/report/formats/text.ts";
import { runSkills } from "./support/io.ts";
import { contextOf, reportOf, subjectOf, withoutExcerpts } from "./support/report.ts";
import { makeTree } from "./support/tree.ts";
import { colorPaint } from "../src/cli/terminal-paint.ts";

const codes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** Text that could move the cursor, hide, reorder or forge output, by kind. */
const hostile: Readonly<Record<string, readonly string[]>> = {
  "C0 and DEL": [...codes(0, 0x1f), "\x7f"],
  C1: codes(0x80, 0x9f),
  "bidi controls": ["\u061c", ...codes(0x200e, 0x200f), ...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069)],
  "zero-width and invisible": [
    "\u00ad",
    "\u034f",
    "\u115f",
    "\u1160",
    "\u180e",
    ...codes(0x200b, 0x200d),
    ...codes(0x2060, 0x206f),
    "\u3164",
    "\ufeff",
    "\uffa0",
    "\u{1d173}",
  ],
  separators: ["\u2028", "\u2029"],
  "variation selectors": [...codes(0xfe00, 0xfe0f), ...codes(0xe0100, 0xe01ef)],
  tags: codes(0xe0000, 0xe007f),
  "lone surrogates": [...codes(0xd800, 0xdfff)],
  "private use and noncharacters": ["\ue000", "\u{f0000}", "\ufdd0", "\uffff", "\u{10ffff}"],
};

/**
 * Allowed characters of text output: printable ASCII, line feeds, and the only other sign and letter in these tests.
 */
const allowedText = /^[\n\x20-\x7e…é│]*$/;
const allowedColored = /^(?:[\n\x20-\x7e…é│]|\x1b\[\d{1,2}m)*$/;
const allowedJson = /^[\n\x20-\x7e]*$/;

/** The untrusted text in every field of a report that can contain it. */
function reportWith(stranger: string): Report {
  const source = new SourceText(`name: é${stranger}x\n`);
  const place = { start: source.positionAt(0), end: source.positionAt(7) };
  const finding: Diagnostic = {
    ruleId: "name-format",
    category: "spec",
    origin: "spec",
    severity: "error",
    message: `name ${stranger} stands here, ${quote(stranger)} quoted`,
    file: `dir${stranger}/SKILL.md`,
    ...place,
    refusedBy: ["spec"],
    related: [{ file: `b${stranger}`, range: place, message: stranger }],
    fixes: [
      { title: `write ${stranger}`, safe: true, operations: [{ kind: "rename", from: stranger, to: "a" }] },
    ],
    helpUrl: "https://github.com/acme/skillwright/blob/main/src/rules/README.md#name-format",
    excerpt: { line: source.line(1), skipped: 0 },
  };
  const unread = [{ path: stranger, reason: `no ${stranger}` }];
  const subject = subjectOf(`${stranger}skills/${stranger}`, [finding, finding, finding, finding], {
    name: `${stranger}n`,
    partial: unread,
  });
  return reportOf([subject, subjectOf(`clean${stranger}`, [])], { unread });
}

for (const [kind, characters] of Object.entries(hostile)) {
  it(`escapes it for a terminal, and preserves it in JSON: ${kind}`, () => {
    for (const stranger of [...characters, characters.join("")]) {
      const report = reportWith(stranger);
      const context = contextOf({ width: 80 });
      expect(text(report, context)).toMatch(allowedText);
      expect(text(report, { ...context, paint: colorPaint })).toMatch(allowedColored);
      const printed = json(report, context);
      expect(printed).toMatch(allowedJson);
      expect(JSON.parse(printed)).toEqual(withoutExcerpts(report));
    }
  });
}

it("escapes a real skill's names, values and references on standard output", async () => {
  for (const [kind, characters] of Object.entries(hostile)) {
    // A file name has at most 255 bytes and no NUL; a lone surrogate can only be written as a YAML escape.
    const all = characters.join("").replace(/\p{Cs}/gu, "");
    const inName = Array.from(all).slice(0, 40).join("").replaceAll("\0", "");
    const escaped = characters
      .map((character) =>
        Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
        ).join(""),
      )
      .join("");
    const cwd = makeTree({
      [`a${inName}/SKILL.md`]: `---\nname: a${all}\ndescription: "b${escaped}"\nlicense: ${inName}\nc${inName}: ${all}\n---\n[d](${inName}.md)\n\n[e](<${all}.md>)\n`,
      [`a${inName}/${inName}x.md`]: all,
      [`b/SKILL.md`]: `${all}\n---\nname: b\n`,
    });
    for (const target of ["spec", "spec,skills-ref,claude-api"]) {
      const { stdout, stderr } = await runSkills(["validate", "--target", target], {
        cwd,
      });
      expect([kind, stderr]).toEqual([kind, ""]);
      expect(stdout).toMatch(allowedText);
      const printed = await runSkills(["validate", "--target", target, "--format", "json"], { cwd });
      expect(printed.stdout).toMatch(allowedJson);
      expect(JSON.parse(printed.stdout).subjects.map(({ path }: { path: string }) => path)).toContain(
        `a${inName}`,
      );
    }
    const absent = await runSkills(["validate", `no${all}where`], { cwd });
    expect(absent).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(allowedText) });
  }
});

/**
 * Commands as actions/runner src/Runner.Common/ActionCommand.cs and the Azure agent find them: "::" first on a line,
 * "##[" and "##vso" anywhere.
 */
const runnerCommand = /^\s*::|##\[|##vso/im;

it("prints no line that a runner reads as a command", () => {
  const forged = [
    "\n::error::forged",
    "\r\n::error file=a::forged",
    "::error::forged",
    " ::set-output name=a::b",
    "##[error]forged",
    "##vso[task.setvariable variable=PATH]x",
    "###[add-path]x",
    "#\n##[error]",
    "\u2028::error::x",
  ];
  for (const stranger of forged) {
    const report = reportWith(stranger);
    expect(text(report, contextOf())).not.toMatch(runnerCommand);
    const printed = json(report, contextOf());
    expect(printed).not.toMatch(runnerCommand);
    expect(JSON.parse(printed)).toEqual(withoutExcerpts(report));
  }
});

it("prints no such line from a skill's fields, files, variables, hosts and tools either", async () => {
  const words = ["::error::forged", "::stop-commands::x", "##[error]forged", "##vso[task.setvariable]x"];
  const wrapped = words.map((word) => `${"a".repeat(70)} ${word} `).join("");
  const cwd = makeTree({
    "a/SKILL.md": `---\nname: "::error::n"\ndescription: "${wrapped}"\nallowed-tools: "${words.join(" ")}"\nlicense: "${wrapped}"\n---\n${words.map((word) => `## ${word}\n\n[a](<${word}.md>)\n`).join("\n")}`,
    "a/b.py": `import os\n${words.map((word) => `os.environ["${word}"]\n`).join("")}`,
    "a/package.json": JSON.stringify({ dependencies: Object.fromEntries(words.map((word) => [word, word])) }),
    ...Object.fromEntries(words.map((word) => [`a/${word}.txt`, ""])),
    ...Object.fromEntries(words.map((word) => [`${word}/SKILL.md`, `---\nname: ${word}\n---\n`])),
  });
  const commands = [
    ["lint", "--security", "--timing"],
    ["graph"],
    ["graph", "--format", "dot"],
    ["graph", "--format", "mermaid"],
    ["graph", "--format", "json"],
    ["inspect", "--all"],
    ["inspect", "--format", "json"],
  ];
  for (const command of commands) {
    const { stdout, stderr } = await runSkills(command, { cwd });
    expect([command, runnerCommand.exec(stdout), stderr]).toEqual([command, null, ""]);
    expect(stdout).toContain("error");
  }
});

it("does not split characters, and does not truncate a text that fits", () => {
  expect([quote("abc\u{1f600}d", 4), quote("abc\u{1f600}d", 5)]).toEqual([
    String.raw`"abc…(+3)"`,
    '"abc\u{1f600}…(+1)"',
  ]);
  expect(quote("abc\ud83d", 4)).toBe(String.raw`"abc\u{d83d}"`);
});
