import type { FileProblem } from "../../core/file-problem.ts";
import type { JsonNode, JsonObject } from "../../core/json.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";
import { toRecord } from "../../parse/format/format.ts";
import { readAction } from "../systems/react-actions/protocol.ts";
import { mockActionNames, writtenAction } from "./agent-evals.ts";
import { type KnownNames, objectToName } from "../names.ts";
import { itemsAt, itemsOf, listKeys, objectsIn, placeOf, textAt, textOf, valueAt } from "./nodes.ts";

/** The names that a case of react-actions can use, besides its skills and files. */
export interface AgentNames {
  readonly actions: readonly string[];
  readonly tools: ReadonlySet<string>;
  /** The skills and their files; absent if there are none to compare with. */
  readonly skills?: Pick<KnownNames, "skills" | "files">;
}

/** What is misspelled in cases of react-actions: such a case decides less than it says. */
export function findAgentMistakes(
  root: JsonNode,
  cases: readonly JsonNode[],
  { file, ...names }: AgentNames & { readonly file: string },
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
  const isList = !cases.some((each) => each === root);
  return [
    ...(isList ? [...unknownKeys(root, "the file", fileKeys, file), ...mistakeInModel(root, file)] : []),
    ...objectsIn(cases).flatMap(mistakesInCase),
  ];

  function mistakesInCase(each: JsonObject): readonly FileProblem[] {
    const [expected, constraints] = [valueAt(each, "expected"), valueAt(each, "constraints")];
    return [
      ...unknownKeys(each, "the case", caseKeys, file),
      ...mistakeInModel(each, file),
      ...mistakesInActions(valueAt(each, "actions"), { file, named }),
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
  }
}

const fileKeys = ["$schema", "name", "description", "skill", "skill_name", "model", ...listKeys];

const caseKeys = ["id", "name", "description", "input", "model", "actions", "expected", "constraints"];
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

/** Besides the actions of a case, keywords can choose. */
function mistakeInModel(node: JsonNode, file: string): readonly FileProblem[] {
  const model = valueAt(node, "model");
  if (!model) return [];
  const at = { file, ...placeOf(model) };
  if (valueAt(node, "actions"))
    return [{ ...at, message: '"model" and "actions" in one case; remove one of them' }];
  const name = textOf(model) ?? "";
  return name === "lexical"
    ? []
    : [
        {
          ...at,
          message: `unknown mock model ${quote(name, 60)}${didYouMean(nearest(name, ["lexical"])) || '; use "lexical", or "actions" in a case'}`,
        },
      ];
}

type Named = (kind: "skill" | "file" | "tool", node: JsonNode | undefined) => readonly FileProblem[];

/** What is wrong with the actions of a mock model. A path out of the skill is for the agent to refuse. */
function mistakesInActions(
  node: JsonNode | undefined,
  { file, named }: { readonly file: string; readonly named: Named },
): readonly FileProblem[] {
  if (!node) return [];
  const wrong = (item: JsonNode, message: string): FileProblem => ({ file, ...placeOf(item), message });
  if (node.kind !== "array" || node.items.length === 0)
    return [wrong(node, '"actions" must be a list with at least one action')];
  return node.items.flatMap((item) => {
    if (item.kind !== "object") {
      const [, name = "", about = ""] = writtenAction.exec(textOf(item) ?? "") ?? [];
      if (!mockActionNames.includes(name))
        return [
          wrong(
            item,
            `unknown action ${quote(name, 60)}${didYouMean(nearest(name, mockActionNames)) || `; use ${series(mockActionNames, "or")}, or a map`}`,
          ),
        ];
      const kind = kinds[name];
      if (about === "") return [wrong(item, `the action ${quote(name)} does not say what it is about`)];
      return kind === undefined || isOutside(about)
        ? []
        : named(kind, { kind: "string", value: about, range: item.range });
    }
    const read = readAction(toRecord(item));
    if ("objection" in read) return [wrong(item, read.objection)];
    const { skill = [], file: files = [], tool = [] } = read;
    const about = (kind: "skill" | "file" | "tool", value: string): readonly FileProblem[] =>
      isOutside(value) ? [] : named(kind, { kind: "string", value, range: item.range });
    return [
      ...skill.flatMap((name) => about("skill", name)),
      ...files.flatMap((path) => about("file", path)),
      ...tool.flatMap((name) => about("tool", name)),
    ];
  });
}

function isOutside(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
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
    readonly named: Named;
  },
): readonly FileProblem[] {
  const [, word = "", about] = writtenAction.exec(textOf(node) ?? "") ?? [];
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
