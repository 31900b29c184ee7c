import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { SourceText } from "../src/core/source-text.ts";
import { asciiJson } from "../src/report/drawing/ascii-json.ts";
import { clean, cleanPath } from "../src/report/drawing/width.ts";
import { json } from "../src/report/formats/json.ts";
import { contextOf, diagnosticAt, reportOf, subjectOf, withoutExcerpts } from "./support/report.ts";
import { schemaOf } from "./support/schema.ts";

const source = new SourceText("---\nname: PDF-Forms\n---\n");
const matches = schemaOf("report");
const range = { start: source.positionAt(10), end: source.positionAt(19) };

const full: Report = reportOf(
  [
    subjectOf(
      "skills/a",
      [
        diagnosticAt(source, "PDF-Forms", {
          fixes: [
            {
              title: "write pdf-forms",
              safe: false,
              operations: [{ kind: "edit", file: "SKILL.md", range, text: "pdf-forms" }],
            },
            {
              title: "run it",
              safe: true,
              operations: [
                { kind: "chmod", file: "a.sh", executable: true },
                { kind: "rename", from: "skill.md", to: "SKILL.md" },
              ],
            },
            {
              title: "rename the directory",
              safe: false,
              operations: [{ kind: "rename-directory", to: "pdf-forms" }],
            },
          ],
          related: [{ file: "SKILL.md" }, { file: "SKILL.md", range, message: "here" }],
        }),
        diagnosticAt(source, undefined, { origin: "client:claude-api", severity: "warning", refusedBy: [] }),
      ],
      { name: "PDF-Forms", partial: [{ path: "big", reason: "too large" }] },
    ),
    subjectOf("b", []),
  ],
  { unread: [{ path: "locked", reason: "permission denied" }] },
);

it("prints the report as it is, indented by two", () => {
  const printed = json(reportOf([]), contextOf());
  expect(printed).toBe(`{
  "schemaVersion": 1,
  "tool": {
    "name": "skillwright",
    "version": "0.0.0"
  },
  "command": "validate",
  "outcome": 0,
  "targets": [
    "spec"
  ],
  "subjects": [],
  "unread": [],
  "summary": {
    "checked": 0,
    "errors": 0,
    "warnings": 0,
    "infos": 0,
    "suppressed": 0,
    "baselined": 0,
    "partial": 0,
    "seconds": 0.1234
  }
}
`);
});

it("gives back every value, and matches its schema", () => {
  const parsed: unknown = JSON.parse(json(full, contextOf()));
  expect(parsed).toEqual(withoutExcerpts(full));
  matches(parsed);
  expect(matches.errors).toBe(null);
});

it("has a schema that knows every field and no other", () => {
  expect(matches({ ...full, more: 1 })).toBe(false);
  for (const key of Object.keys(full))
    expect([key, matches({ ...full, [key]: undefined })]).toEqual([key, false]);
  expect(matches({ ...full, subjects: full.subjects.map((subject) => ({ ...subject, kind: "song" })) })).toBe(
    false,
  );
});

it("gives a runner no command in letters of either case", () => {
  expect(asciiJson(["##vso[a]", "##VSO[a]", "##[a]"])).toBe(
    '[\n  "#\\u0023vso[a]",\n  "#\\u0023VSO[a]",\n  "#\\u0023[a]"\n]\n',
  );
  expect(["##VSO[a]", "::ERROR::x", "a ::Warning::x", "a::b"].map((text) => clean(text))).toEqual([
    "#\\x23VSO[a]",
    ":\\x3aERROR::x",
    "a :\\x3aWarning::x",
    "a::b",
  ]);
  expect(cleanPath("::error::x/SKILL.md")).toBe("./::error::x/SKILL.md");
});
