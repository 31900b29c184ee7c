import type { FileChange } from "../../model/file-change.ts";
import type { NamedPlace, SkillRename } from "../../results/rename.ts";
import type { Renaming } from "../../install/renaming.ts";
import { placeIn } from "../../read/file-place.ts";
import type { SkillPlace } from "../../read/skill-place.ts";
import type { RenamePlan } from "./plan-rename.ts";

/** The plan as what is to be written, from the project's directory. */
export function renamingOf(place: SkillPlace, { change, texts, links }: RenamePlan): Renaming {
  const edits = texts.flatMap(({ path, bytes, after }) =>
    after === undefined ? [] : [{ path, before: bytes, after: Buffer.from(after) }],
  );
  return { from: place.inner, to: newPath(place, change.new), edits, links };
}

/** How many places that are left are told, of all files together. */
const mostLeft = 1_000;

/** What came of it, by paths from the working directory: `done` where the directory has its new name. */
export function describeRename(
  place: SkillPlace,
  { change, texts, links, files }: RenamePlan,
  done: boolean,
): SkillRename {
  const to = newPath(place, change.new);
  const labelOf = (path: string): string => placeIn(place.project, path, place.here).label;
  const now = (path: string): string => labelOf(done ? moved(path, place.inner, to) : path);
  const left = texts.flatMap((text) =>
    text.left.map((each): NamedPlace => ({ file: now(text.path), ...each })),
  );
  return {
    from: labelOf(place.inner),
    to: labelOf(to),
    files: files.filter(({ kind }) => kind !== "directory").length,
    changed: texts.flatMap((text) => text.changed.map((each) => ({ file: now(text.path), ...each }))),
    links: links.map((link) => ({
      ...link,
      from: labelOf(link.from),
      to: labelOf(moved(link.to, place.inner, to)),
    })),
    left: left.slice(0, mostLeft),
    more: Math.max(0, left.length - mostLeft),
  };
}

/** The plan as a patch has it: every file of the skill, and then what is changed beside it. */
export function changesOf(
  place: SkillPlace,
  { change, texts, links, files }: RenamePlan,
): readonly FileChange[] {
  const to = newPath(place, change.new);
  const texted = new Map(
    texts.flatMap(({ path, bytes, after }) =>
      after === undefined ? [] : [[path, { before: Buffer.from(bytes).toString(), after }] as const],
    ),
  );
  const linked = new Set(links.map(({ from }) => from));
  const own = files.flatMap(({ path, kind }) =>
    kind === "file" || kind === "symlink" ? [`${place.inner}/${path}`] : [],
  );
  const plain = [...own, ...Array.from(texted.keys()).filter((path) => !own.includes(path))].filter(
    (path) => !linked.has(path),
  );
  const base = { directory: "", label: "." };
  return [
    ...plain.map((path): FileChange => {
      const text = texted.get(path);
      return { ...base, from: path, to: moved(path, place.inner, to), ...(text && { text }) };
    }),
    ...links.flatMap((link): readonly FileChange[] => [
      {
        ...base,
        from: link.from,
        to: link.from,
        text: { before: link.before, after: "" },
        existence: { state: "removed", executable: false, link: true },
      },
      {
        ...base,
        from: moved(link.to, place.inner, to),
        to: moved(link.to, place.inner, to),
        text: { before: "", after: link.after },
        existence: { state: "created", executable: false, link: true },
      },
    ]),
  ];
}

function newPath({ inner, name }: SkillPlace, changed: string): string {
  return `${inner.slice(0, -name.length)}${changed}`;
}

function moved(path: string, from: string, to: string): string {
  return path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
}
