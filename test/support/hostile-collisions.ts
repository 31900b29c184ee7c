import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildZip } from "./zip-builder.ts";

/** Names that are valid separately, or with one of them left out; a name that ends in "/" is a directory. */
const hostileSets: readonly (readonly [code: ArchiveCode, sets: readonly (readonly string[])[]])[] = [
  [
    "collision",
    [
      ["demo/a.md", "demo/a.md"],
      ["demo/SKILL.md"],
      ["demo/a.md", "demo/A.md"],
      ["demo/skill.md"],
      ["demo/straße.md", "demo/strasse.md"],
      ["demo/STRAẞE.md", "demo/straße.md"],
      ["demo/STRAẞE.md", "demo/strasse.md"],
      ["demo/İ.md", "demo/i̇.md"],
      ["demo/ı.md", "demo/i.md"],
      ["demo/ς", "demo/σ"],
      ["demo/É.md", "demo/é.md"],
      ["demo/Ꭰ", "demo/ꭰ"],
      ["demo/ა", "demo/Ა"],
      ["demo/ᾳ", "demo/ᾼ"],
      ["demo/μ", "demo/Μ"],
      ["demo/𐐀", "demo/𐐨"],
      ["demo/A/x", "demo/a/y"],
      ["Demo/x"],
      ["demo/A/", "demo/a/x"],
      ["demo/a/", "demo/A/"],
      ["demo/a/", "demo/a/"],
      ["demo/x/a/b/c", "demo/x/A/b/d"],
    ],
  ],
  ["name-not-nfc", [["demo/café.md", "demo/cafe\u0301.md"]]],
  [
    "file-and-dir",
    [
      ["demo/a", "demo/a/b"],
      ["demo/a/b", "demo/a"],
      ["demo/A", "demo/a/b"],
      ["demo/a", "demo/a/"],
      ["demo/a/", "demo/a"],
      ["demo"],
      ["demo/a/b/c/d", "demo/a"],
      ["demo/SKILL.md/x"],
    ],
  ],
  ["name-edge", [["demo/a", "demo/a."]]],
  [
    "name-segment",
    [
      ["demo/a", "demo//a"],
      ["demo/a", "demo/./a"],
      ["demo/a", "demo/b/../a"],
    ],
  ],
];

export const collisions: readonly HostileArchive[] = hostileSets.flatMap(([code, sets]) =>
  sets.map((set) => ({
    how: `${code}: ${set.join(" and ")}`,
    code,
    bytes: () =>
      buildZip([
        skillEntry,
        ...set.map((name, at) => (name.endsWith("/") ? { name, mode: 0o040755 } : { name, data: `${at}\n` })),
      ]),
  })),
);
