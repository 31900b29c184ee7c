import { onceForEach } from "../../../core/once.ts";
import { decodeUtf8 } from "../../../dialects/python/decode.ts";
import {
  codePointLength,
  compareCodePoints,
  strip,
  universalNewlines,
} from "../../../dialects/python/text.ts";
import { isTruthy, type PyValue } from "../../../dialects/python/value.ts";
import { loadPyYaml } from "../../../yaml/theirs/pyyaml.ts";
import type { Refusal, RefusalReason } from "../../../model/validator.ts";

/**
 * All refusals of a SKILL.md by Anthropic's script, which itself stops at the first, and the fields of the SKILL.md.
 */
export interface QuickValidation {
  readonly refusals: readonly Refusal[];
  readonly fields?: ReadonlyMap<string, PyValue>;
}

/**
 * anthropics/skills skills/skill-creator/scripts/quick_validate.py@9d2f1ae, from the file's bytes. Validators and
 * uploaders that are given the same bytes share the result.
 */
export const quickValidate: (bytes: Uint8Array) => QuickValidation = onceForEach(validateBytes);

function validateBytes(bytes: Uint8Array): QuickValidation {
  const decoded = decodeUtf8(bytes);
  if ("failure" in decoded) return refuse("encoding", `SKILL.md is not UTF-8: ${decoded.failure}`);
  const text = universalNewlines(decoded.text);
  if (!text.startsWith("---"))
    return refuse(text.startsWith("\ufeff") ? "byte-order-mark" : "fence-open", "No YAML frontmatter found");
  // The closing dashes must follow a line break other than the one after the opening dashes.
  const close = text.indexOf("\n---", 4);
  if (!text.startsWith("---\n") || close === -1)
    return refuse(text.startsWith("---\n") ? "fence-close" : "fence-line", "Invalid frontmatter format");
  return validateYaml(text.slice(4, close));
}

function validateYaml(frontmatter: string): QuickValidation {
  const parsed = loadPyYaml(frontmatter);
  if (parsed.outcome === "crash")
    return refuse("crash", `quick_validate.py crashes with ${parsed.type}: ${parsed.message}`);
  if (parsed.outcome === "error")
    return refuse(reasonOf(parsed.problem, parsed.message), `Invalid YAML in frontmatter: ${parsed.message}`);
  if (parsed.value.type !== "dict") return refuse("not-a-mapping", "Frontmatter must be a YAML dictionary");
  const { entries } = parsed.value;
  const fields = new Map<string, PyValue>();
  for (const [key, value] of entries) if (key.type === "str") fields.set(key.value, value);
  return {
    refusals: checkFields(
      entries.map(([key]) => key),
      fields,
    ),
    fields,
  };
}

function reasonOf(problem: string, message: string): RefusalReason {
  if (message.startsWith("unacceptable character")) return "control-character";
  if (problem.includes("'\\t'")) return "yaml-indentation";
  return /alias|anchor|tag|unhashable|constructor/.test(problem) ? "yaml-feature" : "yaml-syntax";
}

function refuse(reason: RefusalReason, message: string): QuickValidation {
  return { refusals: [{ reason, message }] };
}

/** The allowed keys of a frontmatter. */
export const allowed: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];

/** Maximum lengths in code points, from quick_validate.py@9d2f1ae like everything below. */
export const longest = { name: 64, description: 1024, compatibility: 500 } as const;

type Fields = ReadonlyMap<string, PyValue>;

type TextField = keyof typeof longest;

/** All refusals of a mapping, in the script's order. */
function checkFields(keys: readonly PyValue[], fields: Fields): readonly Refusal[] {
  return checkKeys(keys).concat(
    checkPresence(fields),
    checkName(fields.get("name")),
    checkDescription(fields.get("description")),
    checkCompatibility(fields.get("compatibility")),
  );
}

function checkKeys(keys: readonly PyValue[]): readonly Refusal[] {
  const unexpected = keys.filter((key) => key.type !== "str" || !allowed.includes(key.value));
  if (unexpected.length === 0) return [];
  const names = unexpected
    .flatMap((key) => (key.type === "str" ? [key.value] : []))
    .toSorted(compareCodePoints);
  // The script sorts and joins the keys as strings, and crashes on others.
  if (names.length < unexpected.length)
    return [
      {
        reason: "unknown-field",
        message: "quick_validate.py crashes over a frontmatter key that is not a string",
      },
    ];
  return [
    refusal(
      names[0],
      "unknown-field",
      `Unexpected key(s) in SKILL.md frontmatter: ${names.join(", ")}. Allowed properties are: ${allowed.join(", ")}`,
    ),
  ];
}

function checkPresence(fields: Fields): readonly Refusal[] {
  return (["name", "description"] as const).flatMap((field) =>
    fields.has(field) ? [] : [refusal(field, `${field}-missing`, `Missing '${field}' in frontmatter`)],
  );
}

/** Matches most valid names, for a fast path. */
const valid = /^[a-z0-9](?:-?[a-z0-9]){0,31}$/;

/** The script accepts an empty name and one of spaces only. */
function checkName(value: PyValue | undefined): readonly Refusal[] {
  if (!value) return [];
  if (value.type !== "str") return [wrongType("name", value)];
  const name = strip(value.value);
  if (valid.test(name)) return [];
  const about = (reason: RefusalReason, message: string) => refusal("name", reason, message);
  const kebab = `Name '${name}' should be kebab-case (lowercase letters, digits, and hyphens only)`;
  return [
    ...(/[A-Z]/.test(name) ? [about("name-case", kebab)] : []),
    ...(/[^A-Za-z0-9-]/.test(name) ? [about("name-characters", kebab)] : []),
    ...(/^-|-$|--/.test(name)
      ? [about("name-hyphens", `Name '${name}' cannot start/end with hyphen or contain consecutive hyphens`)]
      : []),
    ...tooLong(name, "name"),
  ];
}

/** The script accepts an empty description and one of spaces only. */
function checkDescription(value: PyValue | undefined): readonly Refusal[] {
  if (!value) return [];
  if (value.type !== "str") return [wrongType("description", value)];
  const description = strip(value.value);
  const brackets = /[<>]/.test(description)
    ? [refusal("description", "angle-brackets", "Description cannot contain angle brackets (< or >)")]
    : [];
  return [...brackets, ...tooLong(description, "description")];
}

function checkCompatibility(value: PyValue | undefined): readonly Refusal[] {
  if (!value || !isTruthy(value)) return [];
  return value.type === "str" ? tooLong(value.value, "compatibility") : [wrongType("compatibility", value)];
}

function wrongType(field: TextField, { type }: PyValue): Refusal {
  return refusal(field, `${field}-type`, `${capitalize(field)} must be a string, got ${type}`);
}

function tooLong(text: string, field: TextField): readonly Refusal[] {
  if (text.length <= longest[field]) return [];
  const length = codePointLength(text);
  if (length <= longest[field]) return [];
  return [
    refusal(
      field,
      `${field}-length`,
      `${capitalize(field)} is too long (${length} characters). Maximum is ${longest[field]} characters.`,
    ),
  ];
}

function refusal(field: string | undefined, reason: RefusalReason, message: string): Refusal {
  return field === undefined ? { reason, message } : { reason, message, field };
}

function capitalize(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
