import type { PyValue } from "../../dialects/python/value.ts";
import { dumps } from "../../dialects/python/json.ts";
import { escapeHtml, strip } from "../../dialects/python/text.ts";
import { type Complaint, describeCrash, type Metadata, type Result } from "./result.ts";
import { emptyText, missing } from "./validate-metadata.ts";

/** The result of the reference's `read_properties`. All fields except name and description can have any type. */
export interface SkillProperties {
  readonly name: string;
  readonly description: string;
  readonly license?: PyValue;
  readonly compatibility?: PyValue;
  readonly allowedTools?: PyValue;
  /** Absent if it is empty. */
  readonly metadata?: PyValue;
}

/** skills-ref/src/skills_ref/parser.py@69ef37e: only requires name and description. */
export function readProperties(metadata: Metadata): Result<SkillProperties> {
  const name = metadata.get("name");
  const description = metadata.get("description");
  const complaint = firstComplaint(name, description);
  if (complaint) return { outcome: "error", complaint };
  if (name?.type !== "str" || description?.type !== "str")
    throw new TypeError("a name or description that is not a string was not reported");
  const license = metadata.get("license");
  const compatibility = metadata.get("compatibility");
  const allowedTools = metadata.get("allowed-tools");
  const rest = metadata.get("metadata");
  return {
    outcome: "value",
    value: {
      name: strip(name.value),
      description: strip(description.value),
      ...(license && { license }),
      ...(compatibility && { compatibility }),
      ...(allowedTools && { allowedTools }),
      ...(rest && !isEmpty(rest) && { metadata: rest }),
    },
  };
}

/**
 * The JSON that `skills-ref read-properties` prints, without a trailing newline. A plain "=", for which StrictYAML
 * returns an object, makes the reference crash.
 */
export function propertiesJson(properties: SkillProperties): Result<string> {
  const members = toMembers(properties);
  const tagged = members.some(([, value]) => holdsTagged(value));
  if (tagged)
    return {
      outcome: "crash",
      complaint: describeCrash("TypeError", "Object of type TaggedScalar is not JSON serializable"),
    };
  return {
    outcome: "value",
    value: dumps({
      type: "dict",
      entries: members.map(([key, value]) => [{ type: "str", value: key }, value]),
    }),
  };
}

function toMembers({
  name,
  description,
  license,
  compatibility,
  allowedTools,
  metadata,
}: SkillProperties): readonly (readonly [string, PyValue])[] {
  const members: readonly (readonly [string, PyValue | undefined])[] = [
    ["name", { type: "str", value: name }],
    ["description", { type: "str", value: description }],
    ["license", license],
    ["compatibility", compatibility],
    ["allowed-tools", allowedTools],
    ["metadata", metadata],
  ];
  return members.flatMap(([key, value]) => (value ? [[key, value]] : []));
}

function holdsTagged(value: PyValue): boolean {
  if ("items" in value) return value.items.some(holdsTagged);
  return value.type === "dict"
    ? value.entries.some(([, item]) => holdsTagged(item))
    : value.type === "TaggedScalar";
}

/**
 * The `<available_skills>` block of `skills-ref to-prompt`, without a trailing newline; `location` is the absolute path
 * of the file.
 */
export function availableSkills(
  skills: readonly { readonly properties: SkillProperties; readonly location: string }[],
): string {
  const blocks = skills.map(({ properties, location }) =>
    [
      "<skill>",
      "<name>",
      escapeHtml(properties.name),
      "</name>",
      "<description>",
      escapeHtml(properties.description),
      "</description>",
      "<location>",
      location,
      "</location>",
      "</skill>",
    ].join("\n"),
  );
  return ["<available_skills>", ...blocks, "</available_skills>"].join("\n");
}

function firstComplaint(name: PyValue | undefined, description: PyValue | undefined): Complaint | undefined {
  if (!name) return missing("name", "name-missing");
  if (!description) return missing("description", "description-missing");
  return emptyText(name, "name") ?? emptyText(description, "description");
}

/** Python's `not value` for StrictYAML's values. */
function isEmpty(value: PyValue): boolean {
  if (value.type === "str") return value.value === "";
  return "items" in value ? value.items.length === 0 : "entries" in value && value.entries.length === 0;
}
