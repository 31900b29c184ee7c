import type { JsonNode } from "../../src/core/json.ts";
import { SourceText } from "../../src/core/source-text.ts";
import { toValue } from "../../src/parse/format/format.ts";
import { parseYamlTree } from "../../src/yaml/ours/tree.ts";

export { toValue };

export function readYaml(text: string): JsonNode {
  const { root } = parseYamlTree(new SourceText(text));
  if (!root) throw new Error("no tree");
  return root;
}

const others = ["x", "", 0, -1, 1.5, true, false, null, [], ["x"], [""], [1], {}, { x: "y" }];

/** The value with each of its parts in turn replaced by something else, taken out, or put in. */
export function changedValues(node: JsonNode): readonly unknown[] {
  if (node.kind === "object") {
    const value = Object.entries(
      Object.fromEntries(node.members.map((member) => [member.key, toValue(member.value)])),
    );
    const without = value.map(([key]) => Object.fromEntries(value.filter(([other]) => other !== key)));
    const within = node.members.flatMap((member) =>
      changedValues(member.value).map((inner) =>
        Object.fromEntries(value.map(([key, old]) => [key, key === member.key ? inner : old])),
      ),
    );
    return [...others, ...without, Object.fromEntries([...value, ["unknown", 1]]), ...within];
  }
  if (node.kind !== "array") return others;
  const value = node.items.map(toValue);
  return [
    ...others,
    value.slice(1),
    ...node.items.flatMap((item, at) => changedValues(item).map((inner) => value.with(at, inner))),
  ];
}
