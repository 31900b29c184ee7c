import { memberOf, type JsonMember, type JsonObject } from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import type { Finding } from "../../model/rule.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import { checkItemsOf, checkKeys, checksOf, evalSetOf, itemsOf, openingOf } from "./parts/eval-set.ts";

export default defineRule({
  meta: {
    id: "evals-assertions",
    category: "evals",
    origin: "guidance",
    source: "https://github.com/agentskills/agentskills/issues/459",
    summary: "Reports assertions of an eval that tools read differently.",
    why: "The guide of agentskills.io names them `assertions`, the schemas of skill-creator `expectations`, and both use a list of sentences; a tool reads one of the two names, and may ignore an assertion that is an object.",
    remedy: "Keep one of the two lists, with sentences that an output either meets or does not.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const set = evalSetOf(skill);
    if (!set) return [];
    const { file, evals } = set;
    return [...evals.flatMap((each) => faultsOf(file, each)), ...objects(file, evals)].map((fault) => ({
      file: file.path,
      ...fault,
    }));
  },
});

type Fault = Pick<Finding, "message"> & { readonly range: Range };

function faultsOf(file: TextFile, each: JsonObject): readonly Fault[] {
  const shapes = checksOf(each)
    .filter(({ value }) => value.kind !== "array")
    .map(({ key, value }) => ({
      range: value.range,
      message: `${key} is not a list; write a list of strings`,
    }));
  const [assertions, expectations] = checkKeys.map((key) => memberOf(each, key));
  if (!assertions || !expectations || sentences(file, assertions) === sentences(file, expectations))
    return shapes;
  return [
    ...shapes,
    {
      range: expectations.keyRange,
      message: "assertions and expectations differ, but each tool reads only one of them; keep one list",
    },
  ];
}

/** The sentences of a list as one string, to compare two lists. */
function sentences({ source }: TextFile, { value }: JsonMember): string {
  return JSON.stringify(
    itemsOf(value).map((item) => (item.kind === "string" ? item.value.trim() : source.slice(item.range))),
  );
}

/**
 * Whether an assertion is a typed check for a program of the author, such as that a file exists; as a sentence it would
 * be lost.
 */
function isMachineCheck(item: JsonObject): boolean {
  return memberOf(item, "type") !== undefined && memberOf(item, "text") === undefined;
}

/** Reported once per file, as usually all assertions are objects if one is. */
function objects(file: TextFile, evals: readonly JsonObject[]): readonly Fault[] {
  const first = evals.flatMap(checkItemsOf).find((item) => item.kind === "object" && !isMachineCheck(item));
  return first
    ? [
        {
          range: openingOf(file, first),
          message: "assertions are objects, which some tools ignore; write each as a string",
        },
      ]
    : [];
}
