import { SkillsError } from "../../core/errors.ts";
import { describeProblems, type FileProblem } from "../../core/file-problem.ts";
import type { JsonNode } from "../../core/json.ts";
import { memberOf } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { schemaId } from "../../model/address.ts";
import { addToList } from "../../parse/add-member.ts";
import { type Format, type Schema, text } from "../../parse/format/format.ts";
import { listOf, members, oneOrMore } from "../../parse/format/formats.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { type Ranged, ranged, shaped } from "../../parse/format/shaped.ts";
import { client } from "../settings/config-format.ts";

const prompt = shaped("a prompt", "\\S", () => "the prompt is empty; write what a user would ask");

const skill = shaped("a skill", "\\S", () => "the name is empty; write that of a skill");

const heldBy = shaped(
  "a client",
  String.raw`^[^\s,\[\]{}]+$`,
  (written) => `${quote(written, 60)} is not a client; \`--write\` adds those for which the prompt holds`,
);

const entry = members(
  "a prompt",
  { prompt: { format: prompt, about: "What a user asks." } },
  {
    skill: {
      format: skill,
      about: "The skill that the prompt must reach: its name, its directory's name, or its path.",
    },
    never: { format: oneOrMore(skill), about: "Skills that the prompt must not reach." },
    clients: {
      format: oneOrMore(client),
      about: "The clients for which it must hold, instead of those of the file.",
    },
    held: {
      format: listOf(heldBy),
      about:
        "The clients for which it holds, added by `--write` and never removed by it: where one no longer holds, the run fails.",
    },
  },
);

type Entry = NonNullable<ReturnType<typeof entry.read>>;

const needsSkill = "the prompt is without a skill; add `skill` or `never`";

const promptEntry: Format<Ranged<Entry>> = ranged({
  ...entry,
  schema: { ...entry.schema, anyOf: [{ required: ["skill"] }, { required: ["never"] }] },
  read: (node, tell) => {
    const read = entry.read(node, tell);
    if (!read || read.skill !== undefined || read.never) return read;
    tell(needsSkill, node.range);
    return undefined;
  },
});

/** The format of a file of `skills test --routing`. */
export const routingFormat = members(
  "a routing file",
  { prompts: { format: listOf(promptEntry), about: "The prompts, each with the skill that it must reach." } },
  {
    $schema: { format: text, about: "The location of this schema." },
    clients: {
      format: oneOrMore(client),
      about:
        'The clients whose catalogs are compared, as in `clients` of the config, which is the default: "common", "all", or ids in `skills clients`.',
    },
  },
);

/** The format of a routing file as a JSON Schema. */
export const routingSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: schemaId("routing"),
  title: "Routing",
  description:
    "The file of `skills test --routing`: prompts that must reach a skill by the words of the catalog that a client shows, and for which clients they do.",
  ...routingFormat.schema,
};

export interface RoutingFile {
  readonly clients?: readonly string[];
  readonly prompts: readonly RoutingPrompt[];
}

interface RoutingPrompt extends Ranged<Entry> {
  /** The clients for which an earlier commit recorded it; they are compared even if the file names others now. */
  readonly keptBefore?: readonly string[];
  /** Set if only the file of that commit has the prompt. */
  readonly removed?: true;
}

/**
 * The file with what it recorded at an earlier commit: what a change removes from `held`, and prompts that it removes. A
 * prompt is the same if its text and its skills are.
 */
export function withEarlier(file: RoutingFile, earlier: RoutingFile): RoutingFile {
  const keyOf = ({ value: { prompt: asked, skill: of, never = [] } }: RoutingPrompt): string =>
    JSON.stringify([asked, of, never]);
  const kept = new Map<string, RoutingPrompt>();
  for (const each of earlier.prompts) if (each.value.held?.length) kept.set(keyOf(each), each);
  const there = new Set(file.prompts.map(keyOf));
  const prompts = file.prompts.map((each): RoutingPrompt => {
    const before = kept.get(keyOf(each))?.value.held;
    if (!before) return each;
    const held = Array.from(new Set([...(each.value.held ?? []), ...before]));
    return { ...each, value: { ...each.value, held }, keptBefore: before };
  });
  const removed = Array.from(kept).flatMap(([key, each]): readonly RoutingPrompt[] =>
    there.has(key) ? [] : [{ ...each, keptBefore: each.value.held ?? [], removed: true }],
  );
  return { ...file, prompts: [...prompts, ...removed] };
}

/** Reads a routing file. Throws a SkillsError with a list of all problems in it. */
export function readRouting(bytes: Uint8Array, label: string): RoutingFile {
  const { root, problems } = readTree(bytes, label);
  const all: FileProblem[] = [...problems];
  if (!root && problems.length === 0)
    all.push({ file: label, line: 1, column: 1, message: "the routing file is empty; write `prompts`" });
  const read =
    root &&
    routingFormat.read(root, (message, { start: { line, column } }) =>
      all.push({ file: label, line, column, message }),
    );
  const [first, ...others] = describeProblems(all);
  if (first !== undefined || !read)
    throw new SkillsError("bad-usage", first ?? `${quote(label)} is empty`, { others });
  return read;
}

/**
 * The text of a routing file with more clients in the `held` of its prompts, by their index; comments and layout stay.
 * Throws a SkillsError ("unwritable") for a layout that cannot be extended.
 */
export function keepHeld(
  bytes: Uint8Array,
  label: string,
  more: ReadonlyMap<number, readonly string[]>,
): string {
  const before = decodeUtf8(bytes) ?? "";
  const nodes = promptsOf(readTree(bytes, label).root);
  const after = Array.from(more)
    .sort(([a], [b]) => b - a)
    .reduce((written, [at, clients]) => addToList(written, nodes[at]!, "held", clients), before);
  const expected = readRouting(bytes, label).prompts.map(({ value }, at) => ({
    ...value,
    ...(more.has(at) && { held: [...(value.held ?? []), ...more.get(at)!] }),
  }));
  if (JSON.stringify(sorted(readBack(after, label))) === JSON.stringify(sorted(expected))) return after;
  throw new SkillsError("unwritable", `the layout of ${quote(label)} cannot be extended`, {
    hint: "write each key of a prompt on a line of its own",
  });
}

function readBack(written: string, label: string): readonly Entry[] {
  try {
    return readRouting(new TextEncoder().encode(written), label).prompts.map(({ value }) => value);
  } catch (error) {
    if (error instanceof SkillsError) return [];
    throw error;
  }
}

function sorted(prompts: readonly Entry[]): readonly unknown[] {
  return prompts.map((each) => Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function promptsOf(root: JsonNode | undefined): readonly JsonNode[] {
  const list = root?.kind === "object" ? memberOf(root, "prompts")?.value : undefined;
  return list?.kind === "array" ? list.items : [];
}
