import fc from "fast-check";
import type { Report, Subject } from "../../src/model/report.ts";
import type { RuleMeta } from "../../src/model/rule.ts";
import { SourceText } from "../../src/core/source-text.ts";
import { diagnosticAt, reportOf, subjectOf } from "./report.ts";

/** A text that a report points into. */
export const source = new SourceText(
  "---\nname: PDF-Forms\ndescription: Fills forms: all of them 😀 now\n---\nSee [a](docs/a.md).\n\nSee [a](docs/a.md).\n",
);

const name = diagnosticAt(source, "PDF-Forms", {
  message: 'name "PDF-Forms" is not lower-case words joined by single hyphens',
  refusedBy: ["spec", "skills-ref", "claude-api"],
  fixes: [
    {
      title: "write the name as pdf-forms",
      safe: false,
      operations: [{ kind: "edit", file: "SKILL.md", range: range("PDF-Forms"), text: "pdf-forms" }],
    },
    {
      title: "rename the file too",
      safe: false,
      operations: [
        { kind: "edit", file: "SKILL.md", range: range("PDF-Forms"), text: "" },
        { kind: "rename", from: "a", to: "b" },
      ],
    },
  ],
  related: [
    { file: "SKILL.md", range: range("description"), message: "the field behind it" },
    { skill: "../forms", file: "SKILL.md" },
  ],
});
const link = diagnosticAt(source, "docs/a.md", {
  ruleId: "reference-broken",
  severity: "warning",
  message: 'reference "docs/a.md" names no file',
  refusedBy: [],
});
const lines = diagnosticAt(source, "Fills", {
  ruleId: "body-length",
  severity: "info",
  message: "two lines",
  refusedBy: [],
  end: source.positionAt(source.text.indexOf("See")),
});
const whole = diagnosticAt(source, undefined, {
  ruleId: "evals-count",
  severity: "info",
  message: "there are no evals",
  file: "evals/evals.json",
  refusedBy: [],
});

function range(text: string): ReturnType<typeof source.range> {
  const at = source.text.indexOf(text);
  return source.range(at, at + text.length);
}

/**
 * Everything that a report can contain: findings with and without positions, fixes, related positions, suppressed
 * findings, unread files.
 */
export const full: Report = reportOf(
  [
    subjectOf(
      "skills/forms",
      [name, link, { ...link, suppressed: { by: "comment", reason: "made while building" } }, lines, whole],
      { name: "PDF-Forms", partial: [{ path: "data/big.csv", reason: "larger than 1 MiB" }] },
    ),
    subjectOf("skills/old", [
      { ...link, baselined: true },
      { ...name, suppressed: { by: "config", reason: "an old client wants it" } },
    ]),
    subjectOf("skills/clean", []),
  ],
  { command: "lint", unread: [{ path: "locked", reason: "permission denied" }] },
);

const meta = {
  origin: "spec",
  source: "https://agentskills.io/specification",
  summary: "Reports it.",
  why: "It is so.",
  remedy: "Change it.",
  since: "0.1.0",
} as const;

/** What some of its rules say of themselves, and one that found nothing. */
export const metas: readonly RuleMeta[] = [
  { ...meta, id: "name-format", category: "spec", severity: "warning", fixable: "unsafe" },
  { ...meta, id: "reference-broken", category: "files", severity: "info" },
  { ...meta, id: "raw-ip-address", category: "security", severity: "warning", danger: true, off: true },
];

/** Untrusted text that may be interpreted as syntax: special characters, and complete attempts. */
const attempts = [
  "::error file=x::forged",
  "##[error]forged",
  "%0A::stop-commands::x",
  "\n::notice::x",
  "\r\n::set-env name=A::b",
  ",line=9",
  "::",
  "=x",
  "%250A",
  "]]>",
  "</failure>",
  "<!--",
  "&lt;",
  "&#0;",
  "\u0000",
  "\u001b[2J",
  "\ufffe",
  "\ud800",
  "\u2028",
  "\u202e",
  "<![CDATA[",
  "| a | b |",
  "\\|",
  "``",
  "`",
  "[x](http://evil.example)",
  "![x](y)",
  "<img src=x>",
  "@octocat",
  "#1",
  "GH-1",
  ":tada:",
  "$x$",
  "https://evil.example",
  "www.evil.example",
  "a@b.example",
  "**b**",
  "~~s~~",
  "\\",
  "&copy;",
  "[^1]",
  "{0}",
  "--",
  " ",
  "\t",
  "é",
  "表",
  "😀",
  "..",
  "/",
  "C:/",
  ":",
  "%",
  "a",
];

/** A text made of them. */
const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...attempts), fc.string({ unit: "binary", maxLength: 4 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join("") || "x");

/** A file name such as a disk can hold. */
const hostileName: fc.Arbitrary<string> = hostileText
  .map((text) => text.replace(/[/\0]/g, "_"))
  .filter((text) => text !== "." && text !== "..");

/** A report in which every untrusted text is hostile. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .array(fc.tuple(hostileName, hostileName, hostileText, hostileText, fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => reportOf(parts.map(toSubject), { unread: [{ path: parts[0]![0], reason: parts[0]![2] }] }));

function toSubject([directory, file, message, reason, counts]: [
  string,
  string,
  string,
  string,
  boolean,
]): Subject {
  const hostile = {
    message,
    file,
    related: [{ file, message: reason }],
    fixes: [
      {
        title: reason,
        safe: true,
        operations: [{ kind: "edit" as const, file, range: range("PDF"), text: message }],
      },
    ],
  };
  const findings = [
    { ...name, ...hostile, ...(!counts && { suppressed: { by: "config" as const, reason } }) },
    { ...link, ...hostile },
    { ...whole, message: reason, file },
  ];
  return subjectOf(`skills/${directory}`, findings, { name: message, partial: [{ path: file, reason }] });
}
