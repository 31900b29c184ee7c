import { expect, it } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import { openMemory } from "../src/model/memory-source.ts";

function refusal(act: () => unknown): string {
  try {
    act();
    return "nothing was refused";
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

it("lists what it is given and the directories in between", () => {
  const link = {
    kind: "symlink",
    size: 0,
    executable: false,
    link: { target: "../SKILL.md", leads: "file" },
  } as const;
  const source = openMemory("pdf", {
    "scripts/lib/a.py": new Uint8Array(3),
    "docs/again.md": link,
    "SKILL.md": "é",
    __proto__x: "",
  });
  expect([source.name, source.label]).toEqual(["pdf", "pdf"]);
  expect(source.list()).toEqual({
    entries: [
      { path: "SKILL.md", kind: "file", size: 2, executable: false },
      { path: "__proto__x", kind: "file", size: 0, executable: false },
      { path: "docs", kind: "directory", size: 0, executable: false },
      { path: "docs/again.md", ...link },
      { path: "scripts", kind: "directory", size: 0, executable: false },
      { path: "scripts/lib", kind: "directory", size: 0, executable: false },
      { path: "scripts/lib/a.py", kind: "file", size: 3, executable: false },
    ],
    unread: [],
  });
  expect(Buffer.from(source.read("docs/again.md")).toString()).toBe("é");
  expect(source.readHead("scripts/lib/a.py", 2)).toEqual(new Uint8Array(2));
});

it("refuses as a directory on the disk does", () => {
  const source = openMemory(
    "pdf",
    { "big.md": new Uint8Array(2 ** 20 + 1), fifo: { kind: "other", size: 0, executable: false } },
    ".",
  );
  expect(["big.md", "fifo", "none"].map((path) => refusal(() => source.read(path)))).toEqual([
    'too-large: cannot read "big.md": larger than 1 MiB (1048577 bytes)',
    'unreadable: cannot read "fifo": a FIFO, socket or device',
    'unreadable: cannot read "none": no such file or directory',
  ]);
  expect(source.readHead("big.md", 4)).toEqual(new Uint8Array(4));
});
