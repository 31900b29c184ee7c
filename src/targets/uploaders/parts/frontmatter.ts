import type { Refusal, RefusalReason } from "../../../model/validator.ts";
import { count, grouped, series } from "../../../core/sentence.ts";
import { quote, show } from "../../../core/show.ts";
import type { UploadInput, UploadRefusal, UploadRefusalKind } from "../../../model/upload.ts";
import type { PyValue } from "../../../dialects/python/value.ts";
import { codePointLength, strip } from "../../../dialects/python/text.ts";
import {
  allowed,
  longest,
  quickValidate,
  type QuickValidation,
} from "../../validators/parts/quick-validate.ts";
import { refusal } from "./refusal.ts";

type Fields = ReadonlyMap<string, PyValue>;

/** The wording of an uploader's message, if known. */
export interface Said {
  readonly kind?: UploadRefusalKind;
  readonly words?: string;
  readonly source?: string;
}

/** Returns the wording for a refusal; `text` is the value of the refused field if it is a string. */
type Say = (refusal: Refusal, text: string | undefined) => Said;

/**
 * Reasons that concern unreadable frontmatter and the specification's requirements on name and description. An empty
 * field counts as missing.
 */
const specified =
  /^(?:encoding|byte-order-mark|fence-|yaml-syntax|not-a-mapping|name-(?!reserved)|description-)/;

/** The refusals of an uploader that follows the specification for name and description and accepts all other fields. */
export function specifiedFrontmatter({ document }: UploadInput, source: string): readonly UploadRefusal[] {
  const { refusals, fields } = quickValidate(document);
  const empty = (["name", "description"] as const).filter(
    (field) => strip(textOf(fields?.get(field)) ?? "-") === "",
  );
  const missing = empty.map((field): Refusal => ({ reason: `${field}-empty`, message: "", field }));
  return explainFrontmatter(
    {
      refusals: [...refusals.filter(({ reason }) => specified.test(reason)), ...missing],
      ...(fields && { fields }),
    },
    source,
  );
}

/**
 * The refusals of a frontmatter, in the uploader's wording from `say` or in ours. If several have the same message,
 * only the first is returned.
 */
export function explainFrontmatter(
  { refusals, fields }: QuickValidation,
  source: string,
  say: Say = () => ({}),
): readonly UploadRefusal[] {
  const explained = refusals.map((each) =>
    refusal({
      source,
      reason: each.reason,
      ...say(each, textOf(fields?.get(each.field ?? ""))),
      detail: detailOf(each, fields),
      remedy: remedyOf(each),
    }),
  );
  return explained.filter(
    ({ message }, at) => explained.findIndex((other) => other.message === message) === at,
  );
}

/** A field's value if it is a string; otherwise undefined. */
export function textOf(value: PyValue | undefined): string | undefined {
  return value?.type === "str" ? value.value : undefined;
}

const details: Partial<Readonly<Record<RefusalReason, string>>> = {
  "byte-order-mark": "SKILL.md starts with a byte-order mark",
  "fence-open": "SKILL.md does not start with a line of three dashes",
  "fence-line": "the first line of SKILL.md has text after the three dashes",
  "fence-close": "the frontmatter of SKILL.md is not closed by a line of three dashes",
  "not-a-mapping": "the frontmatter is not a map of fields",
  "name-missing": "the frontmatter has no name",
  "description-missing": "the frontmatter has no description",
  "name-empty": "name is empty",
  "description-empty": "description is empty",
};

const limits: Readonly<Record<string, number>> = longest;

function detailOf({ reason, message, field = "" }: Refusal, fields: Fields | undefined): string {
  const value = fields?.get(field);
  const text = textOf(value) ?? "";
  if (reason.endsWith("-length"))
    return `${field} is ${count(codePointLength(text), "character")} long (maximum ${grouped(limits[field] ?? 0)})`;
  if (reason === "unknown-field") return unknownFields(fields);
  if (reason.endsWith("-type"))
    return `${field} must be a string, but is read as ${value?.type ?? "nothing"}`;
  if (reason === "angle-brackets")
    return `${field} contains ${quote(/<[^<>]*>?|>/.exec(text)?.[0] ?? "<", 60)}, but no angle brackets are allowed`;
  if (/^name-(?:case|characters|hyphens)$/.test(reason))
    return `name ${quote(text, 80)} is not lower-case ASCII letters and digits joined by single hyphens`;
  if (reason.startsWith("yaml-") || reason === "control-character") return yamlProblem(message);
  return details[reason] ?? onOneLine(message);
}

function unknownFields(fields: Fields | undefined): string {
  const unknown = [...(fields?.keys() ?? [])].filter((key) => !allowed.includes(key));
  if (unknown.length === 0) return "the frontmatter has a key that is not a string";
  const named = unknown.slice(0, 5).map((key) => quote(key, 40));
  return `the frontmatter has ${count(unknown.length, "unknown field")}: ${named.join(", ")}; known are ${series(allowed)}`;
}

/** The problem and the last line number in PyYAML's message, without the source lines that it quotes. */
function yamlProblem(message: string): string {
  const lines = message.replace(/^Invalid YAML in frontmatter: /, "").split("\n");
  const problem = lines.filter((line) => /^\S/.test(line)).join(", ");
  const mark = lines.findLast((line) => /^ {2}in "/.test(line)) ?? "";
  const line = /line (\d+), column/.exec(mark)?.[1];
  // PyYAML counts lines from the one after the opening dashes.
  return `the frontmatter is not valid YAML: ${onOneLine(problem)}${line === undefined ? "" : `, line ${Number(line) + 1} of SKILL.md`}`;
}

function onOneLine(message: string): string {
  return show(message.replace(/\s+/g, " "));
}

function remedyOf({ reason }: Refusal): string {
  if (reason === "unknown-field") return "Move custom fields below `metadata`.";
  if (reason === "description-length")
    return "State what the skill does and when to use it; move the rest into the body.";
  if (reason === "name-reserved") return "Name the skill for what it does, not for the client it runs in.";
  if (reason === "angle-brackets") return "Write a placeholder as {name}, without angle brackets.";
  if (reason.startsWith("name-"))
    return "Rename the skill and its directory to lower-case words joined by single hyphens.";
  return "Run `skills validate --target claude-api` for the exact location.";
}
