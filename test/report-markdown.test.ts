import fc from "fast-check";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { markdown } from "../src/report/formats/markdown.ts";
import { clean } from "../src/report/drawing/width.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf } from "./support/report.ts";
import { full, hostileReport, source } from "./support/reported.ts";
import { samples } from "./support/samples.ts";

const draw = (report: Report, parts = {}) => markdown(report, contextOf(parts));

/**
 * The tables of a text as GitHub's Markdown cuts it into lines and cells: every pipe ends a cell, except after a
 * backslash (github.github.com/gfm, §4.10).
 */
function tablesOf(text: string): readonly (readonly (readonly string[])[])[] {
  const blocks = text.split(/\n\n+/).filter((block) => block.startsWith("|"));
  return blocks.map((block) =>
    block
      .split(/\r\n|\r|\n/)
      .filter((line) => line !== "")
      .map((line) =>
        line
          .replace(/^\||\|$/g, "")
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim()),
      ),
  );
}

/**
 * What a cell shows. Checks that untrusted text adds no markup, and that whatever GitHub would make a link of is in
 * code.
 */
function shownIn(cell: string): string {
  const text = cell.replace(/^\[(.*)\]\([A-Za-z0-9%._~:/?=#-]*\)$/, "$1");
  const words = text.replace(/<\/?code>/g, "");
  expect(words).not.toMatch(/[\\`*_[\]<>|~@$]|#(?!\d+;)|:\/\/|www\./i);
  expect(decode(text.replace(/<code>[^<]*<\/code>/g, "<>"))).not.toMatch(/[@#]|\bGH-\d|:[\w+-]+:/i);
  return decode(words);
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

it("has a table of skills, one of findings with links to their lines, and what was not read", async () => {
  await expect(draw(full)).toMatchFileSnapshot(`${fixturesRoot}/reports/full.md`);
  expect(tablesOf(draw(full)).map((rows) => rows.map((row) => row.length))).toEqual([
    [7, 7, 7, 7],
    [4, 4, 4, 4, 4, 4],
    [2, 2, 2, 2],
  ]);
});

it("links to the file on the server, plain where a line is meant, and nothing outside", () => {
  const report = reportOf(
    ["a b", "../up", "../../../far", "/abs", "-"].map((path) =>
      subjectOf(path, [diagnosticAt(source, "PDF"), diagnosticAt(source, undefined)]),
    ),
  );
  const links = (parts = {}) =>
    Array.from(
      draw(report, parts).matchAll(/\]\(((?!https:\/\/github\.com\/acme\/)[^)]*)\)/g),
      ([, link]) => link,
    );
  expect(links()).toEqual(["a%20b/SKILL.md#L2", "a%20b/SKILL.md"]);
  expect(links({ checkout: { prefix: "x/y", url: "https://github.com/o/r/blob/0abc/" } })).toEqual([
    "https://github.com/o/r/blob/0abc/x/y/a%20b/SKILL.md?plain=1#L2",
    "https://github.com/o/r/blob/0abc/x/y/a%20b/SKILL.md",
    "https://github.com/o/r/blob/0abc/x/up/SKILL.md?plain=1#L2",
    "https://github.com/o/r/blob/0abc/x/up/SKILL.md",
  ]);
});

it("says of many skills and findings the worst, and how many there are besides", () => {
  const of = (severity: "error" | "warning", ruleId: string) =>
    diagnosticAt(source, undefined, { severity, ruleId });
  const text = draw(
    reportOf(
      Array.from({ length: 300 }, (_, index) =>
        subjectOf(`s${index}`, [of("warning", "w"), ...(index === 299 ? [of("error", "e")] : [])]),
      ),
    ),
  );
  const [skills, findings] = tablesOf(text);
  expect([skills!.length, skills![2]![0], findings!.length, findings![2]![3]]).toEqual([
    202,
    "<code>s299</code>",
    202,
    "[e](https://github.com/acme/skillwright/blob/main/src/rules/README.md#name-format)",
  ]);
  expect(text).toContain("\nAnd 100 more skills with findings.\n");
  expect(text).toContain("\nAnd 101 more findings: 101 w.\n");
});

it("stays below the 1 MiB that GitHub takes, and says what it has left out", () => {
  const long = "|\u202e表`<@".repeat(2000);
  const subjects = Array.from({ length: 1000 }, (_, index) =>
    subjectOf(`${index}${long}`, [diagnosticAt(source, undefined, { message: long, file: long })], {
      partial: [{ path: long, reason: long }],
    }),
  );
  const text = draw(reportOf(subjects));
  expect(Buffer.byteLength(text)).toBeLessThan(1 << 20);
  const [skills, findings, unread] = tablesOf(text).map((rows) => rows.length - 2);
  expect(text).toContain(`And ${1000 - skills!} more skills with findings.`);
  expect(text).toContain(`And ${1000 - findings!} more findings: ${1000 - findings!} name-format.`);
  expect(text).toContain(`And ${1000 - unread!} more not read.`);
});

it("shows each text as it is and makes no cell, link, element or mention of it, whatever names and messages hold", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const text = draw(report);
      const [skills, findings, unread] = tablesOf(text);
      expect(text.split("\n\n").length).toBe(5);
      expect(
        skills!
          .slice(2)
          .map(([path]) => shownIn(path!))
          .sort(),
      ).toEqual(report.subjects.map(({ path }) => clean(path, 200)).sort());
      const counted = report.subjects.flatMap(({ findings }) =>
        findings.filter(({ suppressed }) => !suppressed),
      );
      const told = findings!.slice(2).map((row) => row.map(shownIn));
      expect(told.map((row) => row.length)).toEqual(counted.map(() => 4));
      expect(told.map(([, , what]) => what).sort()).toEqual(
        counted
          .map(({ message, refusedBy }) =>
            `${clean(message, 500)}${refusedBy.length > 0 ? ` (refused by ${refusedBy.join(", ")})` : ""}`.trim(),
          )
          .sort(),
      );
      expect(unread!.map((row) => row.length)).toEqual(
        Array.from({ length: report.subjects.length + 3 }, () => 2),
      );
    }),
    samples(300),
  );
});
