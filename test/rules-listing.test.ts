import { expect, it } from "vitest";
import { openMemory } from "../src/model/memory-source.ts";
import { describeDiagnostics, diagnose } from "./support/fixtures.ts";

const document = "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n# PDF forms\n";
const special = { size: 0, executable: false } as const;
const link = (target: string, leads: "file" | "directory" | "other" | "outside" | "nowhere") =>
  ({ kind: "symlink", ...special, link: { target, leads } }) as const;

const skill = openMemory("pdf-forms", {
  "SKILL.md": document,
  "a-link-inside": link("SKILL.md", "file"),
  "b-link-outside": link("/etc/\u001bpasswd", "outside"),
  "c-link-to-nothing": link("gone.md", "nowhere"),
  "d-link-to-a-pipe": link("e-pipe", "other"),
  "e-pipe": { kind: "other", ...special },
});

it("calls a link out of the skill a danger, and no other", () => {
  expect(describeDiagnostics(diagnose("link-outside", skill))).toBe(
    'b-link-outside error [] "b-link-outside" is a symlink to "/etc/\\x1bpasswd", outside the skill; replace it with a copy\n',
  );
});

it("names what is no file", () => {
  expect(describeDiagnostics(diagnose("file-kind", skill))).toBe(
    [
      'c-link-to-nothing warning [] "c-link-to-nothing" is a dangling symlink to "gone.md"; replace it with a file\n',
      'd-link-to-a-pipe warning [] "d-link-to-a-pipe" is a symlink to "e-pipe", which is not a file; replace it with a file\n',
      'e-pipe warning [] "e-pipe" is a FIFO, socket or device, or its name is not UTF-8; replace it with a file\n',
    ].join(""),
  );
});

it.each([
  [
    "a directory",
    { "SKILL.md/notes.md": "x" },
    'SKILL.md warning [spec skills-ref claude-api] "SKILL.md" is a directory; replace it with a regular file\n',
  ],
  [
    "a FIFO",
    { "SKILL.md": { kind: "other", ...special } },
    'SKILL.md warning [spec skills-ref claude-api] "SKILL.md" is a FIFO, socket or device; replace it with a regular file\n',
  ],
  [
    "a link out of the skill",
    { "SKILL.md": link("../SKILL.md", "outside") },
    'SKILL.md warning [spec skills-ref claude-api] "SKILL.md" is a symlink out of the skill, which is not followed; replace it with a regular file\n',
  ],
] as const)("says so where SKILL.md is %s", (_, files, expected) => {
  expect(describeDiagnostics(diagnose("skill-file", openMemory("pdf-forms", files)))).toBe(expected);
});

it("distinguishes two forms of a name that look the same", () => {
  const named = (name: string) => document.replace("name: pdf-forms", `name: ${name}`);
  const decomposed = openMemory("caf\u00e9", { "SKILL.md": named("cafe\u0301") });
  expect(describeDiagnostics(diagnose("name-matches-directory", decomposed))).toBe(
    'SKILL.md:2:7-2:12 warning [claude-api] name "cafe\u0301" is in NFD (decomposed) but its directory is in NFC (composed); use the same Unicode form\n',
  );
});

it("says how large a file is that was not read", () => {
  const large = openMemory("pdf-forms", {
    "SKILL.md": { kind: "file", size: 5_368_709_120, executable: false },
  });
  expect(describeDiagnostics(diagnose("skill-file-size", large))).toBe(
    'SKILL.md warning [spec skills-ref claude-api] "SKILL.md" has 5,368,709,120 bytes (maximum 1,048,576)\n',
  );
  expect(diagnose("skill-file", large)).toEqual([]);
});
