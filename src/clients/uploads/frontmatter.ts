import type { Refusal, RefusalReason } from "../../model/client.ts";
import { count, grouped, series } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { UploadInput, UploadRefusal, UploadRefusalKind } from "../../model/upload.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { codePointLength, strip } from "../../dialects/python/text.ts";
import { allowed, longest, quickValidate, type QuickValidation } from "../quick-validate.ts";
import { refusal } from "./refusal.ts";

type Fields = ReadonlyMap<string, PyValue>;

/** What is known of how an uploader says something. */
export interface Said {
  readonly kind?: UploadRefusalKind;
  readonly words?: string;
  readonly source?: string;
}

/** `text` is the value of the field at fault, where it is text. */
type Say = (refusal: Refusal, text: string | undefined) => Said;

/** Those of an unreadable frontmatter, and of what the specification asks of name and description; a blank one is missing. */
const specified =
  /^(?:encoding|byte-order-mark|fence-|yaml-syntax|not-a-mapping|name-(?!reserved)|description-)/;

/** What somebody refuses who follows the specification for name and description and takes any other field. */
export function specifiedFrontmatter({ document }: UploadInput, source: string): readonly UploadRefusal[] {
  const { refusals, fields } = quickValidate(document);
  const blank = (["name", "description"] as const).filter(
    (field) => strip(textOf(fields?.get(field)) ?? "-") === "",
  );
  const missing = blank.map((field): Refusal => ({ reason: `${field}-empty`, message: "", field }));
  return explainFrontmatter(
    {
      refusals: [...refusals.filter(({ reason }) => specified.test(reason)), ...missing],
      ...(fields && { fields }),
    },
    source,
  );
}

/** What was refused in a frontmatter, in the words that `say` knows for it, else in ours; of several that would read alike, the first. */
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

/** A field's value where it is text. */
export function textOf(value: PyValue | undefined): string | undefined {
  return value?.type === "str" ? value.value : undefined;
}

const details: Partial<Readonly<Record<RefusalReason, string>>> = {
  "byte-order-mark": "SKILL.md begins with a byte-order mark, expected three dashes",
  "fence-open": "SKILL.md does not begin with a line of three dashes",
  "fence-line": "the first line of SKILL.md holds more than three dashes",
  "fence-close": "no line of three dashes closes the frontmatter of SKILL.md",
  "not-a-mapping": "the frontmatter is not made of fields, expected name and description",
  "name-missing": "the frontmatter has no name",
  "description-missing": "the frontmatter has no description",
  "name-empty": "name is blank",
  "description-empty": "description is blank",
};

const limits: Readonly<Record<string, number>> = longest;

function detailOf({ reason, message, field = "" }: Refusal, fields: Fields | undefined): string {
  const value = fields?.get(field);
  const text = textOf(value) ?? "";
  if (reason.endsWith("-length"))
    return `${field} has ${count(codePointLength(text), "character")}, expected at most ${grouped(limits[field] ?? 0)}`;
  if (reason === "unknown-field") return unknownFields(fields);
  if (reason.endsWith("-type")) return `${field} is read as ${value?.type ?? "nothing"}, expected text`;
  if (reason === "angle-brackets")
    return `${field} holds ${quote(/<[^<>]*>?|>/.exec(text)?.[0] ?? "<", 60)}, expected no angle brackets`;
  if (/^name-(?:case|characters|hyphens)$/.test(reason))
    return `name ${quote(text, 80)} is not lower-case ASCII words and digits joined by single hyphens`;
  if (reason.startsWith("yaml-") || reason === "control-character") return yamlProblem(message);
  return details[reason] ?? onOneLine(message);
}

function unknownFields(fields: Fields | undefined): string {
  const unknown = [...(fields?.keys() ?? [])].filter((key) => !allowed.includes(key));
  if (unknown.length === 0) return "the frontmatter has a key that is no text";
  const named = unknown.slice(0, 5).map((key) => quote(key, 40));
  return `the frontmatter has ${count(unknown.length, "field")} besides ${series(allowed)}: ${named.join(", ")}`;
}

/** Of PyYAML's message, which shows the lines at fault too, what is wrong and the last line that it names. */
function yamlProblem(message: string): string {
  const lines = message.replace(/^Invalid YAML in frontmatter: /, "").split("\n");
  const problem = lines.filter((line) => /^\S/.test(line)).join(", ");
  const mark = lines.findLast((line) => /^ {2}in "/.test(line)) ?? "";
  const line = /line (\d+), column/.exec(mark)?.[1];
  // PyYAML counts from the line below the dashes.
  return `the frontmatter is not the YAML that was expected: ${onOneLine(problem)}${line === undefined ? "" : `, in line ${Number(line) + 1} of SKILL.md`}`;
}

function onOneLine(message: string): string {
  return show(message.replace(/\s+/g, " "));
}

function remedyOf({ reason }: Refusal): string {
  if (reason === "unknown-field") return "Move the fields that are yours below `metadata`.";
  if (reason === "description-length")
    return "Keep what the skill does and when to use it, and move the rest into the body.";
  if (reason === "name-reserved") return "Name the skill for what it does, not for the client it runs in.";
  if (reason === "angle-brackets") return "Write a placeholder as {name}, without angle brackets.";
  if (reason.startsWith("name-"))
    return "Give the skill, and its directory, a name of lower-case words joined by single hyphens.";
  return "Run `skills validate --target claude-api`, which shows the place.";
}
