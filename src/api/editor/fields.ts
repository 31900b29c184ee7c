import { clientTools } from "../../model/client-tools.ts";
import { specKeys } from "../../model/frontmatter.ts";
import { fieldReaders } from "../../rules/fields/parts/field-readers.ts";
import { documentedValues } from "../../rules/clients/claude-code-value.ts";

/** What an editor says about a field of the frontmatter. */
export interface FieldMeaning {
  readonly key: string;
  /** In the specification's sense; absent for a field that it does not define. */
  readonly meaning?: string;
  /** The clients that read a field beyond the specification. */
  readonly readers: readonly string[];
  /** Values that are known. */
  readonly values: readonly string[];
}

/** As in schemas/frontmatter.schema.json. */
const meanings: Readonly<Record<string, string>> = {
  name: "The skill's name, equal to the name of the directory that holds it: 1–64 lower-case letters, digits and single hyphens, with no hyphen at either end.",
  description:
    "What the skill does and when to use it, in 1–1024 characters. An agent reads this, and nothing else, to decide whether the skill fits: name the tasks and the words that users say.",
  license: "The license's name, or the name of a license file in the skill.",
  compatibility:
    "What the skill needs around it, in 1–500 characters: the product, system packages, network access. Most skills need no such field.",
  metadata:
    "Anything the specification has no field for, as a map from strings to strings. Quote numbers, dates and booleans.",
  "allowed-tools":
    "Tools that are approved beforehand, as one string with spaces between them. Experimental: support differs between clients.",
};

/** Fields that clients read as true or false. */
const booleans: readonly string[] = ["always", "background", "disable-model-invocation", "user-invocable"];

/** Every field that the specification defines or a client reads. */
export const knownFields: readonly string[] = [...specKeys, ...fieldReaders.keys()];

export function fieldMeaning(key: string): FieldMeaning {
  const meaning = meanings[key];
  return {
    key,
    ...(meaning !== undefined && { meaning }),
    readers: fieldReaders.get(key) ?? [],
    values: valuesOf(key),
  };
}

function valuesOf(key: string): readonly string[] {
  if (booleans.includes(key)) return ["true", "false"];
  if (key === "allowed-tools" || key === "disallowed-tools") return clientTools.flatMap(({ tools }) => tools);
  // The aliases in https://code.claude.com/docs/en/model-config
  if (key === "model") return ["inherit", "sonnet", "opus", "haiku"];
  return documentedValues.get(key) ?? [];
}
