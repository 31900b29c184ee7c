import { memberOf } from "../core/json.ts";
import type { Range } from "../core/place.ts";
import { series } from "../core/sentence.ts";
import { quote, show } from "../core/show.ts";
import {
  inventoryParts,
  isOwnId,
  type OwnCheck,
  type OwnCondition,
  type OwnExample,
  type OwnExamples,
  type OwnFix,
  type OwnRule,
  textParts,
  tiers,
  type ValueTest,
} from "../model/own-rule.ts";
import { severities, type Severity } from "../model/rule.ts";
import { clientIds } from "../model/target.ts";
import { amount, flag, type Format, mapped, misfit, type Tell, text, words } from "../parse/format/format.ts";
import { byKey, filled, listOf, mapOf, members, oneOf, oneOrMore } from "../parse/format/formats.ts";
import { severityWord } from "../parse/format/severity-word.ts";
import { pathPattern, ranged, type Ranged, shaped } from "../parse/format/shaped.ts";
import { compileLinear, longestPattern } from "./linear-pattern.ts";

/** What the definition of a rule says; the id is its key. */
export interface RuleDefinition extends Omit<OwnRule, "id"> {
  readonly severity: Severity;
  readonly paths?: readonly string[];
  readonly except?: readonly string[];
  readonly examples: OwnExamples;
  /** A file with more words for the check of texts, relative to the file with the rule. */
  readonly wordsFrom?: Ranged<string>;
}

/** Maximum length of a word in UTF-16 units; the next one is that of a message. */
export const longestWord = 100;
const longestMessage = 200;

/** A pattern that runs in linear time. */
const linearPattern: Format<string> = {
  schema: { type: "string", minLength: 1, maxLength: longestPattern, format: "regex" },
  expected: "a pattern",
  read: (node, tell) => {
    const written = words.read(node, tell);
    if (written === undefined) return undefined;
    const compiled = compileLinear(written);
    if (!("problem" in compiled)) return written;
    tell(compiled.problem, node.range);
    return undefined;
  },
};

const word = atMost(words, longestWord, "a word");
const sentence = atMost(words, 2_000, "a text");
const name = atMost(words, 200, "a name");

/** A value to compare with; YAML reads some words as other types. */
const value: Format<string> = {
  ...text,
  read: (node, tell) => {
    if (node.kind !== "boolean" && node.kind !== "number") return text.read(node, tell);
    // A number may be written otherwise than it is read, such as 1.0.
    const quoted = node.kind === "boolean" ? `: "${node.value}"` : "";
    tell(`${node.value} is not a string; quote it${quoted}`, node.range);
    return undefined;
  },
};

const test = {
  matches: {
    format: linearPattern,
    about: "A pattern that must be found in the value; it runs in linear time.",
  },
  "one-of": { format: oneOrMore(value), about: "The values that are allowed." },
  "max-length": { format: amount, about: "Maximum number of characters." },
} as const;

const fieldPath = mapped(
  shaped(
    "a field",
    "^[^.\\s\\u0000]{1,100}(?:\\.[^.\\s\\u0000]{1,100}){0,5}$",
    (written) =>
      `${quote(written, 40)} is not a field; write keys with a dot between them, such as \`metadata.owner\``,
  ),
  (written): readonly string[] => written.split("."),
);

const host = atMost(words, 253, "a host");

const headingLevel: Format<number> = {
  schema: { type: "integer", minimum: 1, maximum: 6 },
  expected: "a level from 1 to 6",
  read: (node, tell) =>
    node.kind === "number" && [1, 2, 3, 4, 5, 6].includes(node.value)
      ? node.value
      : misfit(node, headingLevel.expected, tell),
};

const heading = atMost(shaped("a heading", "^(?!#{1,6}[ \\t]).", objectToHeading), 200, "a heading");

function objectToHeading(written: string): string {
  const [, marker, title] = /^(#{1,6})[ \t]+(\S.*)/.exec(written) ?? [];
  return marker === undefined || title === undefined
    ? "a heading has no text; write it"
    : `a heading is written without "#"; write \`section: ${show(title, 40)}, level: ${marker.length}\``;
}

/** What a skill must have. */
const requirement = byKey<OwnCheck>("a requirement", {
  field: mapped(
    members(
      "a required field",
      { field: { format: fieldPath, about: "A field of the frontmatter, such as metadata.owner." } },
      {
        ...test,
        "unique-in-collection": {
          format: flag,
          about: "Whether no other skill of the run may have the same value; false by default.",
        },
      },
    ),
    ({ field, "unique-in-collection": unique, ...value }) => ({
      kind: "field",
      path: field,
      ...valueOf(value),
      ...(unique && { unique }),
    }),
  ),
  section: mapped(
    members(
      "a required section",
      { section: { format: heading, about: "The text of its heading; case does not matter." } },
      {
        level: { format: headingLevel, about: "The level of its heading." },
        "links-to": {
          format: host,
          about: 'A host to which a link in it must lead; "*" matches any characters.',
        },
        matches: { format: linearPattern, about: "A pattern that must be found in it." },
      },
    ),
    ({ section, level, "links-to": linksTo, matches }) => ({
      kind: "section",
      heading: section,
      ...(level !== undefined && { level }),
      ...(linksTo !== undefined && { linksTo }),
      ...(matches !== undefined && { matches }),
    }),
  ),
  file: mapped(
    members(
      "a required file",
      { file: { format: pathPattern, about: "A path pattern from the skill's root." } },
      {},
    ),
    ({ file }) => ({ kind: "file", path: file }),
  ),
});

const naming: Format<OwnCheck> = mapped(filled(members("a naming", {}, test)), (value) => ({
  kind: "name",
  ...valueOf(value),
}));

const forbidden = members(
  "what is forbidden",
  {},
  {
    text: { format: oneOrMore(word), about: "Words and phrases, which are found as whole words." },
    "words-from": {
      format: ranged(
        shaped("a file path", "^\\.{1,2}/[^\\u0000]+$", () => "write a path that begins with `./`"),
      ),
      about:
        "A file with one word or phrase a line, relative to this file; lines that begin with # are ignored.",
    },
    matches: { format: oneOrMore(linearPattern), about: "Patterns, which run in linear time." },
    allow: { format: oneOrMore(word), about: "Longer texts in which they are allowed." },
    in: {
      format: oneOrMore(oneOf(textParts)),
      about:
        "Where they are forbidden; by default name, description, body and references, without code and comments.",
    },
    "case-sensitive": { format: flag, about: "Whether the case must be the same; false by default." },
  },
);

const usual = ["name", "description", "body", "references"] as const;

const names = filled(
  members(
    "a list of names",
    {},
    {
      allow: {
        format: listOf(name),
        about: 'Names, in which "*" matches any characters; all others are reported.',
      },
      deny: { format: listOf(name), about: "Names that are reported." },
    },
  ),
);

const allowList: typeof names = {
  ...names,
  read: (node, tell) => {
    const misplaced = node.kind === "object" && node.members.find(({ key }) => key === "mentioned");
    if (!misplaced) return names.read(node, tell);
    tell('"mentioned" is for all lists; write it one level up, beside them', misplaced.keyRange);
    return undefined;
  },
};

const inventory: Format<OwnCheck> = mapped(
  filled(
    members(
      "an inventory",
      {},
      {
        ...(Object.fromEntries(
          inventoryParts.map((part) => [
            part,
            { format: allowList, about: `The ${part} that a skill may use.` },
          ]),
        ) as Record<(typeof inventoryParts)[number], { format: typeof allowList; about: string }>),
        mentioned: { format: flag, about: "Whether what is only mentioned counts too; false by default." },
      },
    ),
  ),
  ({ mentioned, ...lists }) => ({ kind: "inventory", lists, ...(mentioned && { mentioned }) }),
);

const limit: Format<OwnCheck> = mapped(
  members(
    "a limit",
    {
      tier: {
        format: oneOf(tiers),
        about:
          "catalog: name and description; body: that of SKILL.md; resources: the other files; skill: all of it.",
      },
    },
    {
      tokens: { format: amount, about: "Maximum number of tokens." },
      lines: { format: amount, about: "Maximum number of lines." },
      bytes: { format: amount, about: "Maximum number of bytes, of files and not of the catalog." },
      files: { format: amount, about: "Maximum number of files, of resources or of the skill." },
    },
  ),
  (most) => ({ kind: "limit", ...most }),
);

const condition = members(
  "a condition",
  {},
  {
    paths: { format: oneOrMore(pathPattern), about: "Patterns of paths relative to the config's directory." },
    clients: {
      format: oneOrMore(oneOf(clientIds, "a client")),
      about: "Not if only other clients were chosen.",
    },
    license: { format: oneOrMore(name), about: "Only skills with one of these licenses." },
    field: { format: fieldPath, about: "Only skills that have this field." },
    ...test,
  },
);

const fix: Format<OwnFix> = byKey<OwnFix>("a fix", {
  "replace-with": mapped(
    members(
      "a fix",
      { "replace-with": { format: atMost(text, 2_000, "a text"), about: "The text for what was found." } },
      {},
    ),
    (read) => ({ kind: "replace-with", text: read["replace-with"] }),
  ),
  insert: mapped(
    members(
      "a fix",
      { insert: { format: sentence, about: "The missing field's value, or the missing section's text." } },
      {},
    ),
    (read) => ({ kind: "insert", text: read.insert }),
  ),
});

const filesOfExample = mapOf(text);

const exampleAt = mapped(
  shaped(
    "a path",
    "^(?!/)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\\\u0000]{1,1000}$",
    (written) =>
      `${quote(written, 40)} is not a path in the config's directory; write one such as \`skills/pdf\``,
  ),
  (written) =>
    written
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/") || ".",
);

/** The text of a SKILL.md, of its body alone, or files by path, with the directory where they are. */
const example: Format<OwnExample> = {
  schema: {
    anyOf: [
      text.schema,
      {
        ...filesOfExample.schema,
        properties: {
          at: { description: "The skill's directory, for `paths` and `except`.", ...exampleAt.schema },
          "SKILL.md": text.schema,
        },
      },
    ],
  },
  expected: "a text or files by path",
  read: (node, tell) => {
    if (node.kind === "string") return exampleOf({ "SKILL.md": withHead(node.value) });
    if (node.kind !== "object") return misfit(node, example.expected, tell);
    const placed = memberOf(node, "at");
    const at = placed && exampleAt.read(placed.value, tell);
    const files = filesOfExample.read(
      { ...node, members: node.members.filter(({ key }) => key !== "at") },
      tell,
    );
    if (!files || (placed && at === undefined)) return undefined;
    // Without one, no rule would find anything, and a good example would pass.
    if (Object.hasOwn(files, "SKILL.md") || areSkills(files)) return exampleOf(files, at);
    tell("the example has no SKILL.md; its keys are paths relative to the skill", node.range);
    return undefined;
  },
};

/** Whether each file is in the directory of one of several skills. */
function areSkills(files: Readonly<Record<string, string>>): boolean {
  const directories = new Set(
    Object.keys(files).map((file) => file.slice(0, Math.max(0, file.indexOf("/")))),
  );
  return (
    directories.size > 1 && Array.from(directories).every((name) => Object.hasOwn(files, `${name}/SKILL.md`))
  );
}

const examples: Format<OwnExamples> = mapped(
  members(
    "examples",
    {},
    {
      good: { format: oneOrMore(example), about: "Skills in which the rule finds nothing." },
      bad: { format: oneOrMore(example), about: "Skills in which it finds something." },
    },
  ),
  ({ good = [], bad = [] }) => ({ good, bad }),
);

/** A message in which the only placeholder is {found}; "${NAME}" and "{{name}}" are texts. */
const ownMessage: Format<string> = {
  ...atMost(words, longestMessage, "a message"),
  read: (node, tell) => {
    const written = atMost(words, longestMessage, "a message").read(node, tell);
    const placeholders = Array.from(
      (written ?? "").matchAll(/(?:^|[^${])(\{[A-Za-z][\w-]*\})/g),
      ([, each]) => each!,
    );
    const unknown = placeholders.find((each) => each !== "{found}");
    if (unknown === undefined) return written;
    tell(`only {found} is replaced in a message; remove ${quote(unknown, 40)}`, node.range);
    return undefined;
  },
};

const checks = ["require", "name", "forbid", "inventory", "limit"] as const;

const definition = members(
  "a rule",
  {},
  {
    require: { format: requirement, about: "What a skill must have: a field, a section or a file." },
    name: { format: naming, about: "What its name must be." },
    forbid: { format: forbidden, about: "Words that its texts must not contain." },
    inventory: {
      format: inventory,
      about: "The hosts, programs, packages, variables and tools that it may use.",
    },
    limit: { format: limit, about: "How large it may be." },
    when: { format: condition, about: "For which skills the rule runs." },
    except: {
      format: oneOrMore(pathPattern),
      about: "Paths for which it does not, relative to the config's directory.",
    },
    severity: {
      format: severityWord([...severities, "note"]),
      about: "The severity of its findings; warning by default.",
    },
    message: {
      format: ownMessage,
      about: "The message of its findings; {found} is what was found.",
    },
    why: { format: sentence, about: "Why it matters." },
    remedy: { format: sentence, about: "What to do about it." },
    link: {
      format: shaped(
        "an address",
        "^https?://[^\\s\\u0000]{1,1000}$",
        (written) => `${quote(written, 40)} is not an address; begin with https://`,
      ),
      about: "A page with more about it.",
    },
    fix: { format: fix, about: "What --unsafe-fixes writes." },
    examples: { format: examples, about: "Skills for `skills rules test`." },
  },
);

/** The definition of a rule, under its id. */
export const ruleDefinition: Format<RuleDefinition> = {
  schema: {
    ...definition.schema,
    oneOf: checks.map((key) => ({ type: "object", properties: { [key]: {} }, required: [key] })),
  },
  expected: definition.expected,
  read: (node, tell) => {
    const read = definition.read(node, tell);
    if (!read) return undefined;
    const given = checks.filter((key) => read[key] !== undefined);
    if (given.length !== 1) {
      tell(
        given.length === 0
          ? `a rule needs ${series(checks, "or")}`
          : `a rule has both ${series(given)}; write a rule for each`,
        node.range,
      );
      return undefined;
    }
    const check =
      read.require ??
      read.name ??
      read.inventory ??
      read.limit ??
      textCheck(read.forbid ?? {}, node.range, tell);
    if (!check || !fits(check, read.fix, node.range, tell)) return undefined;
    const { when, except, severity = "warning", message, why, remedy, link } = read;
    const { paths, ...others } = when ?? {};
    if (!others.field && Object.keys(valueOf(others)).length > 0) {
      tell("matches, one-of and max-length of a condition need field", node.range);
      return undefined;
    }
    return {
      check,
      severity,
      examples: read.examples ?? { good: [], bad: [] },
      ...(when && Object.keys(others).length > 0 && { when: conditionOf(others) }),
      ...(paths && { paths }),
      ...(except && { except }),
      ...(message !== undefined && { message }),
      ...(why !== undefined && { why }),
      ...(remedy !== undefined && { remedy }),
      ...(link !== undefined && { link }),
      ...(read.fix && { fix: read.fix }),
      ...(read.forbid?.["words-from"] && { wordsFrom: read.forbid["words-from"] }),
    };
  },
};

type Forbidden = NonNullable<ReturnType<typeof forbidden.read>>;

function textCheck(
  {
    text: listed = [],
    "words-from": from,
    matches = [],
    allow = [],
    in: parts = usual,
    "case-sensitive": caseSensitive,
  }: Forbidden,
  range: Range,
  tell: Tell,
): OwnCheck | undefined {
  if (listed.length + matches.length === 0 && !from) {
    tell("what is forbidden needs text, words-from or matches", range);
    return undefined;
  }
  return {
    kind: "text",
    words: listed,
    patterns: matches,
    allow,
    in: parts,
    ...(caseSensitive && { caseSensitive }),
  };
}

function fits(check: OwnCheck, given: OwnFix | undefined, range: Range, tell: Tell): boolean {
  const problem =
    given?.kind === "replace-with" && check.kind !== "text" && check.kind !== "field"
      ? "a fix with replace-with needs forbid, or require with field; remove it"
      : given?.kind === "insert" && check.kind !== "field" && check.kind !== "section"
        ? "a fix with insert needs require with field or section; remove it"
        : given && check.kind === "field" && check.unique
          ? "a fix writes the same value in each skill, which unique-in-collection reports; remove one of them"
          : check.kind === "limit"
            ? objectToLimit(check)
            : undefined;
  if (problem !== undefined) tell(problem, range);
  return problem === undefined;
}

function objectToLimit({
  tier,
  tokens,
  lines,
  bytes,
  files,
}: Extract<OwnCheck, { kind: "limit" }>): string | undefined {
  if ([tokens, lines, bytes, files].every((most) => most === undefined))
    return "a limit needs tokens, lines, bytes or files";
  if (tier === "catalog" && bytes !== undefined) return "the catalog has no bytes; limit its tokens";
  return files !== undefined && (tier === "catalog" || tier === "body")
    ? "only resources and the skill have files; set the tier to one of them"
    : undefined;
}

function conditionOf({
  clients,
  license,
  field,
  ...value
}: Omit<NonNullable<ReturnType<typeof condition.read>>, "paths">): OwnCondition {
  return {
    ...(clients && { clients }),
    ...(license && { license }),
    ...(field && { field, value: valueOf(value) }),
  };
}

interface WrittenTest {
  readonly matches?: string;
  readonly "one-of"?: readonly string[];
  readonly "max-length"?: number;
}

function valueOf({ matches, "one-of": oneOf, "max-length": maxLength }: WrittenTest): ValueTest {
  return {
    ...(matches !== undefined && { matches }),
    ...(oneOf && { oneOf }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function exampleOf(files: Readonly<Record<string, string>>, at?: string): OwnExample {
  const named = /^name:[ \t]*["']?([a-z0-9-]{1,64})/m.exec(files["SKILL.md"] ?? "");
  return { name: named?.[1] ?? "example", files, ...(at !== undefined && { at }) };
}

/** A SKILL.md; a text without frontmatter is its body. */
function withHead(written: string): string {
  return written.startsWith("---\n")
    ? written
    : `---\nname: example\ndescription: An example. Use it to test a rule.\n---\n\n${written}`;
}

function atMost(format: Format<string>, most: number, what: string): Format<string> {
  return {
    ...format,
    schema: { ...format.schema, maxLength: most },
    read: (node, tell) => {
      const written = format.read(node, tell);
      if (written === undefined || written.length <= most) return written;
      tell(`${what} is longer than ${most} characters; shorten it`, node.range);
      return undefined;
    },
  };
}

/** Why an id cannot be that of a rule of one's own; undefined if it can. */
export function objectToOwnId(id: string): string | undefined {
  if (isOwnId(id)) return undefined;
  return id.includes("/")
    ? `${quote(id, 60)} is not an id; write a prefix and a name in lower case, such as \`acme/owner\``
    : `the rule ${quote(id, 60)} has no prefix; write one, such as \`acme/${/^[a-z0-9-]{1,40}$/.test(id) ? id : "owner"}\``;
}
