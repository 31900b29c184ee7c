import type { FileProblem } from "../../core/file-problem.ts";
import type { JsonNode } from "../../core/json.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";
import { type KnownNames, objectToName } from "../names.ts";
import { itemsAt, itemsOf, objectsIn, placeOf, textAt, textOf, valueAt } from "./nodes.ts";

/** The names that a case of react-actions can use, besides its skills and files. */
export interface AgentNames {
  readonly actions: readonly string[];
  readonly tools: ReadonlySet<string>;
  /** The skills and their files; absent if there are none to compare with. */
  readonly skills?: Pick<KnownNames, "skills" | "files">;
}

/** What is misspelled in cases of react-actions: such a case decides less than it says. */
export function findAgentMistakes(
  cases: readonly JsonNode[],
  file: string,
  names: AgentNames,
): readonly FileProblem[] {
  const known: KnownNames = {
    skills: names.skills?.skills ?? new Set(),
    files: names.skills?.files ?? [],
    tools: names.tools,
    others: [],
    roots: [],
  };
  const named = (kind: "skill" | "file" | "tool", node: JsonNode | undefined): readonly FileProblem[] => {
    const name = textOf(node);
    if (!node || name === undefined || (kind !== "tool" && !names.skills)) return [];
    const objection = objectToName(kind, name, known);
    return objection === undefined
      ? []
      : [{ file, ...placeOf(node), message: `the ${kind} ${quote(name, 80)}, ${objection}` }];
  };
  return objectsIn(cases).flatMap((each) => {
    const [expected, constraints] = [valueAt(each, "expected"), valueAt(each, "constraints")];
    return [
      ...unknownKeys(each, "the case", caseKeys, file),
      ...unknownKeys(expected, '"expected"', expectedKeys, file),
      ...unknownKeys(valueAt(expected, "output"), '"output"', outputKeys, file),
      ...unknownKeys(constraints, '"constraints"', constraintKeys, file),
      ...itemsAt(expected, "skills").flatMap((item) =>
        named("skill", item.kind === "object" ? valueAt(item, "name") : item),
      ),
      ...itemsAt(expected, "steps").flatMap((item) => mistakesInStep(item, { file, names, named })),
      ...itemsOf(valueAt(constraints, "forbidden_tools")).flatMap((item) =>
        names.actions.includes(textOf(item) ?? "") ? [] : named("tool", item),
      ),
    ];
  });
}

const caseKeys = ["id", "name", "description", "input", "expected", "constraints"];
const expectedKeys = ["skills", "steps", "output"];
const outputKeys = ["contains", "keywords", "lacks", "matches"];
const constraintKeys = ["max_tool_calls", "max_turns", "forbidden_tools"];

function unknownKeys(
  node: JsonNode | undefined,
  noun: string,
  known: readonly string[],
  file: string,
): readonly FileProblem[] {
  if (node?.kind !== "object") return [];
  return node.members.flatMap(({ key, keyRange: { start } }) =>
    known.includes(key)
      ? []
      : [
          {
            file,
            line: start.line,
            column: start.column,
            message: `unknown key ${quote(key, 60)} in ${noun}${didYouMean(nearest(key, known)) || `; use ${series(known, "or")}`}`,
          },
        ],
  );
}

/** A step is an action, alone or with what it is about: "run_script scripts/a.py". */
function mistakesInStep(
  node: JsonNode,
  {
    file,
    names: { actions, skills },
    named,
  }: {
    readonly file: string;
    readonly names: AgentNames;
    readonly named: (kind: "skill" | "file" | "tool", node: JsonNode | undefined) => readonly FileProblem[];
  },
): readonly FileProblem[] {
  const [, word = "", about] = /^(\S+)(?: (.+))?$/.exec(textOf(node) ?? "") ?? [];
  const action = textAt(node, "action") ?? word;
  if (!actions.includes(action))
    return [
      {
        file,
        ...placeOf(node),
        message: `unknown action ${quote(action, 60)}${didYouMean(nearest(action, actions)) || `; use ${series(actions, "or")}`}`,
      },
    ];
  const kind = kinds[action];
  if (kind === undefined || (kind !== "tool" && !skills)) return [];
  if (about !== undefined) return named(kind, { kind: "string", value: about, range: node.range });
  return named(kind, valueAt(node, kind === "file" ? "relative_path" : kind === "tool" ? "tool" : "skill"));
}

const kinds: Readonly<Record<string, "skill" | "file" | "tool">> = {
  select_skills: "skill",
  load_skill: "skill",
  load_resource: "file",
  run_script: "file",
  call_tool: "tool",
};
