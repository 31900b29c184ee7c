import { applyEdits, type Edit } from "../../lint/fix-edits.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { NamedPlace, RenamedPlace } from "../../model/reports/rename.ts";
import type { SourceText } from "../../core/source-text.ts";
import { whereLeads, type SkillGround } from "../../graph/where-leads.ts";
import { namedPaths, type NamedPath } from "../../graph/named-paths.ts";
import { parseBody } from "../../parse/body/body.ts";
import type { NameField, NameFile, Span } from "./name-fields.ts";

export interface NameChange {
  /** The old name of the directory. */
  readonly old: string;
  readonly new: string;
  /** Also change mentions that are not paths, but whose form shows that they mean the skill. */
  readonly mentions?: boolean;
}

/** A file with its planned changes. */
export interface RenamedText {
  /** The new text; absent if the file does not change. */
  readonly after?: string;
  readonly changed: readonly Omit<RenamedPlace, "file">[];
  readonly left: readonly Omit<NamedPlace, "file">[];
}

/**
 * Replaces the old name in paths to the skill and in `fields`. Other occurrences are not changed; those that may mean
 * the skill are listed, at most one per line.
 */
export function renameInText(
  { path, inner, source }: NameFile,
  change: NameChange,
  fields: readonly NameField[],
  ground: SkillGround,
): RenamedText {
  const found = namedPaths(source.text, change.old).filter(
    ({ start, end }) => !fields.some((field) => field.start < end && start < field.end),
  );
  const links = isMarkdown(path) && found.length > 0 ? linkSpans(source) : [];
  const places = found.map((place) => ({
    place,
    leads: whereLeads(
      place,
      { file: path, own: inner !== undefined },
      ground,
      links.some(({ start, end }) => start <= place.start && place.end <= end),
    ),
  }));
  const isMention = ({ place, leads }: (typeof places)[number]): boolean =>
    leads === "perhaps" && mentions(source, place, { path, inner });
  const paths = places.flatMap(({ place, leads }) =>
    leads === "to-skill" ? [toPathEdit(source.text, place, change.new)] : [],
  );
  const named = change.mentions
    ? places.flatMap((each) =>
        isMention(each) ? [toFieldEdit(source.text, { ...each.place, text: change.new })] : [],
      )
    : [];
  const edits = [...fields.map((field) => toFieldEdit(source.text, field)), ...paths, ...named]
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => a.start - b.start);
  const kept = places.filter(
    (each) =>
      each.leads === "perhaps" && mayMean(source, each.place, path) && !(change.mentions && isMention(each)),
  );
  const lineOf = ({ place }: (typeof places)[number]): number => source.positionAt(place.start).line;
  const mentioning = new Set(kept.filter(isMention).map(lineOf));
  const left = kept.map((each) => ({
    ...placeOf(source, each.place.start),
    text: lineAround(source, each.place.start),
    ...(mentioning.has(lineOf(each)) && { mention: true as const }),
  }));
  return {
    ...(edits.length > 0 && { after: applyEdits(source.text, edits) }),
    changed: edits.map(({ start, kind, before, after }) => ({
      ...placeOf(source, start),
      kind,
      before,
      after,
    })),
    left: left.filter(({ line }, at) => left[at - 1]?.line !== line),
  };
}

type PlacedEdit = Edit & Pick<RenamedPlace, "kind" | "before" | "after">;

function toPathEdit(text: string, { start, end, before, behind }: NamedPath, put: string): PlacedEdit {
  return {
    start,
    end,
    text: put,
    kind: "path",
    before: `${before}${text.slice(start, end)}${behind}`,
    after: `${before}${put}${behind}`,
  };
}

function toFieldEdit(text: string, { start, end, text: put }: NameField): PlacedEdit {
  return { start, end, text: put, kind: "name", before: text.slice(start, end), after: put };
}

function linkSpans(source: SourceText): readonly Span[] {
  return parseBody(source, 0).links.map(({ range }) => source.span(range));
}

function placeOf(source: SourceText, offset: number): Pick<NamedPlace, "line" | "column"> {
  const { line, column } = source.positionAt(offset);
  return { line, column };
}

/**
 * Whether an occurrence may mean the skill. In data, every value may. In prose, a one-word name must be marked as a
 * name; otherwise it is an ordinary word.
 */
function mayMean({ text }: SourceText, { start, end, before, behind }: NamedPath, path: string): boolean {
  const written = text.slice(start, end);
  if (
    /\.(?:jsonc?|jsonl|toml|ya?ml)$/i.test(path) ||
    before !== "" ||
    behind !== "" ||
    !/^[a-z0-9]+$/i.test(written)
  )
    return true;
  const isHeading =
    /^#{1,6} $/m.test(text.slice(Math.max(0, start - 7), start).replace(/^[^]*\n/, "")) &&
    /^\s*$/.test(text.slice(end, end + 2).split("\n", 1)[0] ?? "");
  return isHeading || /[`$"'/]/.test(text[start - 1] ?? "") || /^ skills?\b/i.test(text.slice(end, end + 7));
}

/**
 * A slash command, a code span that is exactly the name, or "$name" in the file that Codex reads: none of them can be
 * an ordinary word.
 */
function mentions(
  { text }: SourceText,
  { start, end, before, behind }: NamedPath,
  { path, inner }: Pick<NameFile, "path"> & { readonly inner: string | undefined },
): boolean {
  if (behind !== "") return false;
  if (before === "/") return /^[\s"'`(]?$/.test(text[start - 2] ?? "");
  if (before !== "") return false;
  return isMarkdown(path)
    ? text[start - 1] === "`" && text[end] === "`"
    : inner === "agents/openai.yaml" && text[start - 1] === "$";
}

const longestLine = 160;

function lineAround(source: SourceText, offset: number): string {
  const { line, column } = source.positionAt(offset);
  const text = source.line(line);
  const from = Math.max(0, Math.min(column - 60, text.length - longestLine));
  return text
    .slice(text.length > longestLine ? from : 0)
    .slice(0, longestLine)
    .trim();
}
