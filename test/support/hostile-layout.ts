import type { ArchiveCode } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildZip } from "./zip-builder.ts";

const sets: readonly (readonly [code: ArchiveCode, sets: readonly (readonly string[])[]])[] = [
  [
    "skill-md",
    [
      ["demo/README.md"],
      ["README.md"],
      ["demo/skill.md"],
      ["demo/Skill.md"],
      ["demo/SKILL.MD"],
      ["skill.md"],
      ["demo/SKILL.markdown"],
      ["demo/references/SKILL.md"],
      ["skills/demo/SKILL.md", "skills/other/SKILL.md"],
      ["demo/SKILL.md.txt"],
      ["demo/"],
      ["SKILL.md/"],
      ["demo/SKILL.md/"],
      ["demo/SKILL.md/a"],
    ],
  ],
  [
    "two-roots",
    [
      ["SKILL.md", "demo/SKILL.md"],
      ["demo/SKILL.md", "other/SKILL.md"],
      ["demo/SKILL.md", "other/README.md"],
      ["demo/SKILL.md", "README.md"],
      ["demo/SKILL.md", "LICENSE", "NOTICE"],
      ["demo/SKILL.md", "other/"],
      ["demo/SKILL.md", "__MACOSX/demo/._SKILL.md"],
    ],
  ],
];

/** Valid archives with the wrong content, refused when searching for a skill. */
export const layouts: readonly HostileArchive[] = sets.flatMap(([code, list]) =>
  list.map((names) => ({
    how: `${code}: ${names.join(" and ")}`,
    code,
    bytes: () =>
      buildZip(
        names.map((name) => (name.endsWith("/") ? { name, mode: 0o040755 } : { ...skillEntry, name })),
      ),
  })),
);
