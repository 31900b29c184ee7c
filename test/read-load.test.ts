import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDirectory } from "../src/read/directory.ts";
import { readSkillFiles } from "../src/lint/load-skill.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { makeTree } from "./support/tree.ts";

function documentOf(files: Parameters<typeof openMemory>[1]) {
  const { document, unread } = readSkillFiles(openMemory("pdf", files, "skills/pdf"));
  return { ...(document && { [document.file]: Buffer.from(document.bytes).toString() }), unread };
}

it("gives the listing and the bytes of SKILL.md", () => {
  expect(readSkillFiles(openMemory("pdf", { "SKILL.md": "text", "a/b.md": "" }, "skills/pdf"))).toEqual({
    name: "pdf",
    label: "skills/pdf",
    files: [
      { path: "SKILL.md", kind: "file", size: 4, executable: false },
      { path: "a", kind: "directory", size: 0, executable: false },
      { path: "a/b.md", kind: "file", size: 0, executable: false },
    ],
    unread: [],
    document: { file: "SKILL.md", bytes: new TextEncoder().encode("text") },
  });
});

it("takes the nearest of the near misses where there is no SKILL.md", () => {
  const misses = {
    "pdf.md": "6",
    "SKILLS.md": "5",
    "skill.MD": "4",
    "Skill.md": "3",
    "SKILL.MD": "2",
    "skill.md": "1",
  };
  const names = Object.keys(misses);
  const chosen = names.map((_, index) =>
    documentOf(Object.fromEntries(Object.entries(misses).slice(0, index + 1))),
  );
  expect(chosen).toEqual([
    { "pdf.md": "6", unread: [] },
    { "SKILLS.md": "5", unread: [] },
    { "skill.MD": "4", unread: [] },
    { "Skill.md": "3", unread: [] },
    { "SKILL.MD": "2", unread: [] },
    { "skill.md": "1", unread: [] },
  ]);
  expect(documentOf({ ...misses, "SKILL.md": "0" })).toEqual({ "SKILL.md": "0", unread: [] });
});

it("reads nothing where no name comes near", () => {
  expect(documentOf({ "README.md": "", "skills.md": "", "docs/SKILL.md": "", "other.md": "" })).toEqual({
    unread: [],
  });
});

it("takes no directory for a near miss", () => {
  expect(documentOf({ "skill.md/a": "", "pdf.md/a": "" })).toEqual({ unread: [] });
});

it("says why a SKILL.md that is not a readable file was not read, and reads no near miss instead", () => {
  const entry = { size: 0, executable: false };
  const reasons = [
    { ...entry, kind: "directory" },
    { ...entry, kind: "other" },
    { ...entry, kind: "file", size: 5 * 2 ** 30 },
    { ...entry, kind: "symlink", link: { target: "../SKILL.md", leads: "outside" } },
    { ...entry, kind: "symlink", link: { target: "gone", leads: "nowhere" } },
  ] as const;
  expect(reasons.map((given) => documentOf({ "SKILL.md": given, "skill.md": "text" }).unread)).toEqual(
    [
      "a directory",
      "a FIFO, socket or device",
      "larger than 1 MiB (5368709120 bytes)",
      "a symlink that points outside the skill",
      "no such file or directory",
    ].map((reason) => [{ path: "SKILL.md", reason }]),
  );
});

it.skipIf(process.platform === "win32")("says the same of files on the disk", () => {
  const root = makeTree({ "a/SKILL.md/x": "", "b/skill.md": "", "SKILL.md": "" });
  symlinkSync("../SKILL.md", path.join(root, "b/SKILL.md"));
  const unread = ["a", "b"].map((name) => readSkillFiles(openDirectory(path.join(root, name), name)).unread);
  expect(unread).toEqual([
    [{ path: "SKILL.md", reason: "a directory" }],
    [{ path: "SKILL.md", reason: "a symlink that points outside the skill" }],
  ]);
});
