import { expect, it } from "vitest";
import { type ExamineOptions, examine, type MemoryFile } from "../src/engine.ts";
import { skillMd } from "./support/tree.ts";

const listed: MemoryFile = { kind: "file" };
const binary: MemoryFile = { kind: "file", binary: true };

/** The findings on a skill as "rule: message", and the files that its report says were not read. */
function reported(
  body: string,
  files: Readonly<Record<string, MemoryFile>>,
  options: Partial<ExamineOptions> = {},
): readonly [findings: readonly string[], partial: readonly string[]] {
  const skill = { "SKILL.md": skillMd("pdf-forms", body), ...files };
  const [subject] = examine(skill, { name: "pdf-forms", ...options }).subjects;
  return [
    subject!.findings.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    subject!.partial.map(({ path, reason }) => `${path}: ${reason}`),
  ];
}

it("takes a listed file for one that is there and may contain anything", () => {
  const body =
    "Read [the fields](references/fields.md#types), run `python3 scripts/fill.py`, show `assets/logo.png`.\n";
  const files = { "references/fields.md": listed, "scripts/fill.py": listed, "assets/logo.png": binary };
  expect(reported(body, files)).toEqual([
    [],
    ["references/fields.md: its content was not provided", "scripts/fill.py: its content was not provided"],
  ]);
});

it("looks for references into a listed file, not for those in it", () => {
  const files = { "references/fields.md": listed };
  expect(reported("Read [the fields](references/field.md).\n", files)[0]).toEqual([
    'reference-broken: "references/field.md" does not exist; did you mean "references/fields.md"?',
  ]);
});

it("calls a file unreachable only where every file that is used was read", () => {
  const orphan = 'file-orphaned: "data/codes.csv" is not reachable from SKILL.md; link or delete it';
  const body = "Run `python3 scripts/fill.py` and show `assets/logo.png`.\n";
  const files = { "data/codes.csv": listed, "scripts/fill.py": "print()\n", "assets/logo.png": binary };
  expect(reported(body, files)[0]).toEqual([orphan]);
  expect(reported(body, { ...files, "scripts/fill.py": listed })[0]).toEqual([]);
  // Another agent may read it.
  expect(reported(body, { ...files, "data/codes.csv": "", "agents/review.md": listed })[0]).toEqual([orphan]);
});

it("does not miss a declaration or a title in a listed file", () => {
  const body = "Run `python3 scripts/fill.py`, then read `references/file.md`.\n";
  const files = { "scripts/fill.py": "import pypdf\n", "references/file.md": "# Rules\n" };
  expect(reported(body, files)[0]).toEqual([
    'file-name-generic: "references/file.md" has a generic name; name it after its content',
    'dependency-undeclared: "pypdf" is imported but not declared; list it in SKILL.md or a requirements file',
  ]);
  expect(reported(body, { ...files, "references/file.md": listed })[0]).toEqual([]);
});

it("judges a program by its name", () => {
  const program: MemoryFile = { kind: "file", executable: true };
  const judge = (file: MemoryFile) =>
    reported("Run `bin/fill`.\n", { "bin/fill": file }, { security: true })[0];
  expect(judge({ ...program, binary: true })).toEqual([
    'compiled-program: "bin/fill" is a compiled program and cannot be reviewed; ship the source instead',
  ]);
  expect(judge(program)).toEqual([]);
});

it("leaves a suppression alone that may concern a listed file", () => {
  const body = "<!-- skills-disable-next-line reference-broken -- made later -->\nRead `assets/logo.png`.\n";
  const found = (file: MemoryFile) => reported(body, { "assets/logo.png": file })[0];
  expect(found(binary)).toEqual([expect.stringContaining("suppression-unused: ")]);
  expect(found(listed)).toEqual([]);
});
