import { type PyValue, reprString } from "../../dialects/python/value.ts";
import {
  codePointLength,
  compareCodePoints,
  isAlphanumeric,
  lower,
  normalizeNfkc,
  strip,
} from "../../dialects/python/text.ts";
import { complaint, type Complaint, type Metadata } from "./result.ts";

const allowedFields: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];

/** Maximum lengths in code points, from skills-ref/src/skills_ref/validator.py@69ef37e like everything below. */
const longest = { name: 64, description: 1024, compatibility: 500 } as const;

/** All complaints of the reference's `validate`, in its order; `directory` is the last segment of the path. */
export function validateMetadata(metadata: Metadata, directory: string): readonly Complaint[] {
  const compatibility = metadata.get("compatibility");
  return checkFields(metadata).concat(
    metadata.has("name") ? checkName(metadata.get("name"), directory) : missing("name", "name-missing"),
    metadata.has("description")
      ? checkDescription(metadata.get("description"))
      : missing("description", "description-missing"),
    compatibility ? checkCompatibility(compatibility) : [],
  );
}

export function missing(field: string, reason: "name-missing" | "description-missing"): Complaint {
  return complaint(`Missing required field in frontmatter: ${field}`, reason, field);
}

/** Checks that come first for `name` and `description`. */
export function emptyText(value: PyValue | undefined, field: "name" | "description"): Complaint | undefined {
  if (value?.type === "str" && strip(value.value) !== "") return undefined;
  const reason = value?.type === "str" ? "empty" : "type";
  return complaint(`Field '${field}' must be a non-empty string`, `${field}-${reason}`, field);
}

function checkFields(metadata: Metadata): readonly Complaint[] {
  const extra = Array.from(metadata.keys()).filter((key) => !allowedFields.includes(key));
  if (extra.length === 0) return [];
  const names = extra.toSorted(compareCodePoints);
  const allowed = allowedFields.map(reprString).join(", ");
  return [
    complaint(
      `Unexpected fields in frontmatter: ${names.join(", ")}. Only [${allowed}] are allowed.`,
      "unknown-field",
      names[0],
    ),
  ];
}

/** Matches most valid names, for a fast path: in lower case in every normal form, and not too long. */
const sound = /^[a-z0-9](?:-?[a-z0-9]){0,31}$/;

function checkName(value: PyValue | undefined, directory: string): readonly Complaint[] {
  const empty = emptyText(value, "name");
  if (empty || value?.type !== "str") return empty ? [empty] : [];
  if (value.value === directory && sound.test(directory)) return [];
  const name = normalizeNfkc(strip(value.value));
  const about = (reason: Complaint["reason"], message: string) => complaint(message, reason, "name");
  return [
    ...tooLong(name, "name", `Skill name '${name}'`),
    ...(name === lower(name) ? [] : [about("name-case", `Skill name '${name}' must be lowercase`)]),
    ...(name.startsWith("-") || name.endsWith("-")
      ? [about("name-hyphens", "Skill name cannot start or end with a hyphen")]
      : []),
    ...(name.includes("--") ? [about("name-hyphens", "Skill name cannot contain consecutive hyphens")] : []),
    ...(isAlphanumeric(name.replaceAll("-", "0"))
      ? []
      : [
          about(
            "name-characters",
            `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
          ),
        ]),
    ...(normalizeNfkc(directory) === name
      ? []
      : [about("name-directory", `Directory name '${directory}' must match skill name '${name}'`)]),
  ];
}

function checkDescription(value: PyValue | undefined): readonly Complaint[] {
  const empty = emptyText(value, "description");
  if (empty || value?.type !== "str") return empty ? [empty] : [];
  return tooLong(value.value, "description", "Description");
}

function checkCompatibility(value: PyValue): readonly Complaint[] {
  if (value.type !== "str")
    return [complaint("Field 'compatibility' must be a string", "compatibility-type", "compatibility")];
  return tooLong(value.value, "compatibility", "Compatibility");
}

function tooLong(text: string, field: keyof typeof longest, subject: string): readonly Complaint[] {
  if (text.length <= longest[field]) return [];
  const length = codePointLength(text);
  if (length <= longest[field]) return [];
  return [
    complaint(
      `${subject} exceeds ${longest[field]} character limit (${length} chars)`,
      `${field}-length`,
      field,
    ),
  ];
}
