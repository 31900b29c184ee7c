import {
  type EventPattern,
  type ExpectedSet,
  expectedSets,
  type ExpectedText,
  expectedTexts,
  extents,
  type Measure,
  type PlacedExpectation,
  stops,
  textTests,
} from "../../model/scenario.ts";
import type { TraceKind } from "../../model/trace.ts";
import {
  amount,
  type Format,
  located,
  type Located,
  mapped,
  pattern,
  type Schema,
  text,
  words,
  yes,
} from "../../parse/format/format.ts";
import { byKey, filled, listOf, type Member, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";

type Placed = readonly PlacedExpectation[];

const details = filled(
  members(
    "the expectation",
    {},
    {
      exactly: { format: located(listOf(located(words))), about: "Exactly these values, in any order." },
      includes: { format: located(listOf(located(words), { fewest: 1 })), about: "At least these values." },
      never: { format: located(listOf(located(words), { fewest: 1 })), about: "Not any of these values." },
    },
  ),
);

/** A plain list means "exactly these". */
function setFormat(of: ExpectedSet): Format<Placed> {
  const list = mapped(located(listOf(located(words))), (read): Placed => [toSet(of, "exactly", read)]);
  const detailed = mapped(
    details,
    (read): Placed => extents.flatMap((extent) => (read[extent] ? [toSet(of, extent, read[extent])] : [])),
  );
  return {
    schema: refer("set"),
    expected: "a list, or a map with exactly, includes or never",
    read: (node, report) => (node.kind === "array" ? list : detailed).read(node, report),
  };
}

function toSet(
  of: ExpectedSet,
  extent: (typeof extents)[number],
  { value: values, at }: Located<readonly Located<string>[]>,
): PlacedExpectation {
  return {
    kind: "set",
    of,
    extent,
    values: values.map(({ value }) => value),
    at,
    valuesAt: values.map((each) => each.at),
  };
}

const several = oneOrMore(located(words));

const patterns = oneOrMore(located(pattern));

const tests = filled(
  members(
    "the expectation",
    {},
    {
      contains: { format: several, about: "Text that must occur in it." },
      matches: {
        format: patterns,
        about: 'JavaScript regular expressions that must match; "^" and "$" match at line boundaries.',
      },
      lacks: { format: several, about: "Text that must not occur." },
    },
  ),
);

function textFormat(of: ExpectedText): Format<Placed> {
  return mapped({ ...tests, schema: refer("text") }, (read) =>
    textTests.flatMap((how) =>
      (read[how] ?? []).map(({ value, at }) => ({ kind: "text", of, how, value, at }) as const),
    ),
  );
}

const figure = located(amount);

const tiers = { catalog: { tier: 1 }, bodies: { tier: 2 }, files: { tier: 3 }, all: {} } as const;

const byTier = filled(
  members(
    "the budget",
    {},
    {
      catalog: { format: figure, about: "Maximum for the catalog." },
      bodies: { format: figure, about: "Maximum for the bodies of activated skills." },
      files: { format: figure, about: "Maximum for files and scripts." },
      all: { format: figure, about: "Maximum for catalog, bodies and files together." },
    },
  ),
);

const tiered = { ...byTier, schema: refer("tiers") };

const budget = filled(
  members(
    "the budget",
    {},
    {
      tokens: { format: tiered, about: "Maximum number of tokens added to the conversation." },
      bytes: { format: tiered, about: "Maximum number of bytes read from disk." },
      turns: { format: figure, about: "Maximum number of model turns." },
      calls: { format: figure, about: "Maximum number of calls, including refused ones." },
      refusals: { format: figure, about: "Maximum number of refusals." },
    },
  ),
);

const budgetFormat = mapped(
  budget,
  (read): Placed => [
    ...(["tokens", "bytes"] as const).flatMap((unit) =>
      (["catalog", "bodies", "files", "all"] as const).flatMap((key) =>
        atMost({ unit, ...tiers[key] }, read[unit]?.[key]),
      ),
    ),
    ...(["turns", "calls", "refusals"] as const).flatMap((unit) => atMost({ unit }, read[unit])),
  ],
);

function atMost(of: Measure, given: Located<number> | undefined): Placed {
  return given ? [{ kind: "most", of, limit: given.value, at: given.at }] : [];
}

const roundKeys = members(
  "the round",
  {},
  {
    round: {
      format: amount,
      about: "Number of the request, from 1; default: the one after the previous item.",
    },
    offered: { format: setFormat("offered"), about: "Expectation for the tools offered in this request." },
    prompt: {
      format: textFormat("prompt"),
      about: "Expectation for the messages and tools in this request.",
    },
  },
);

const round: typeof roundKeys = {
  ...roundKeys,
  schema: {
    anyOf: ["offered", "prompt"].map((key) => ({ ...roundKeys.schema, required: [key] })),
  },
  read: (node, tell) => {
    const read = roundKeys.read(node, tell);
    if (!read || read.offered || read.prompt) return read;
    tell("the round expects nothing; add offered or prompt", node.range);
    return undefined;
  },
};

const roundsFormat = mapped(listOf(round, { fewest: 1 }), (rounds): Placed => {
  let number = 0;
  return rounds.flatMap(({ round: given, offered = [], prompt = [] }) => {
    number = given ?? number + 1;
    return [...offered, ...prompt].flatMap(({ at, ...expectation }) =>
      expectation.kind === "set" || expectation.kind === "text"
        ? [{ kind: "round", round: number, expectation, at } as const]
        : [],
    );
  });
});

interface EventShape {
  readonly about: string;
  readonly format?: Format<string>;
  readonly toPattern: (value: string) => EventPattern;
  /** Whether the event has a value but no skill. */
  readonly alone?: true;
}

const skill = { format: words, about: "Name of the skill." };

/** Events that only have text, such as the reason for a refusal or the text of an answer. */
function saying(kind: TraceKind): EventShape {
  return {
    about: "Text that the event must contain; empty for any text.",
    format: text,
    toPattern: (value) => ({ kind, ...(value !== "" && { text: value }) }),
    alone: true,
  };
}

const shapes: Readonly<Record<string, EventShape>> = {
  activate: {
    about: "Skill whose instructions are read.",
    toPattern: (name) => ({ kind: "activate", skill: name }),
    alone: true,
  },
  again: {
    about: "Skill whose instructions were already in the conversation.",
    toPattern: (name) => ({ kind: "again", skill: name }),
    alone: true,
  },
  read: {
    about: "File that is read: its path from the skill's root, optionally after the skill's name.",
    toPattern: (file) => ({ kind: "resource", file }),
  },
  list: {
    about: "Directory that is listed, relative to the skill's root; empty for the root.",
    format: text,
    toPattern: (file) => ({ kind: "list", ...(file !== "" && { file }) }),
  },
  run: {
    about: "Script that is run: its path from the skill's root, optionally after the skill's name.",
    toPattern: (file) => ({ kind: "script", file }),
  },
  write: {
    about: "File that is written: its path from the root of the project or skill.",
    toPattern: (file) => ({ kind: "write", file }),
  },
  call: {
    about: "Name of a tool that must be called successfully, as the agent spells it.",
    toPattern: (tool) => ({ tool }),
    alone: true,
  },
  refuse: saying("refuse"),
  approve: saying("approve"),
  plan: saying("plan"),
  compact: saying("compact"),
  change: saying("change"),
  reload: saying("reload"),
  prompt: saying("prompt"),
  reply: saying("reply"),
  answer: saying("answer"),
};

/** One expected event; its key determines the kind. */
const event: Format<EventPattern> = byKey(
  "an event",
  Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, toFormat(key, shape)])),
);

function toFormat(
  key: string,
  { about, format = words, toPattern, alone }: EventShape,
): Format<EventPattern> {
  const required: Readonly<Record<string, Member<string>>> = { [key]: { format, about } };
  const optional: Readonly<Record<string, Member<string>>> = alone ? {} : { skill };
  return mapped(members(`the event ${key}`, required, optional), (read) => ({
    ...toPattern(read[key] ?? ""),
    ...(!alone && read["skill"] !== undefined && { skill: read["skill"] }),
  }));
}

const keys: Readonly<Record<string, Member<Placed>>> = {
  order: {
    format: mapped(
      located(listOf(located(event), { fewest: 1 })),
      ({ value: events, at }): Placed => [
        {
          kind: "order",
          events: events.map(({ value }) => value),
          at,
          valuesAt: events.map((each) => each.at),
        },
      ],
    ),
    about: "Events in this order; other events may come between them.",
  },
  ...formatsOf(expectedSets, setFormat),
  ...formatsOf(expectedTexts, textFormat),
  rounds: {
    format: roundsFormat,
    about: "Expectations for single requests to the model, in order.",
  },
  budget: { format: budgetFormat, about: "Upper limits for the session." },
  stop: {
    format: mapped(located(oneOf(stops)), ({ value, at }): Placed => [{ kind: "stop", value, at }]),
    about: 'Why the session ends; default "answered".',
  },
  "nothing-else": {
    format: mapped(located(yes), ({ at }): Placed => [{ kind: "only", events: [], at }]),
    about:
      "Only the expected skills are activated, and only the expected files and scripts are read and run.",
  },
};

/** All expectations of a scenario. */
export const expectations: Format<Placed> = mapped(filled(members("the expectation", {}, keys)), (read) =>
  withOthers(Object.values(read).flatMap((placed) => placed ?? [])),
);

function formatsOf<Of extends string>(
  known: Readonly<Record<Of, string>>,
  toFormat: (of: Of) => Format<Placed>,
): Readonly<Record<string, Member<Placed>>> {
  const members: Record<string, Member<Placed>> = {};
  for (const of in known) members[of] = { format: toFormat(of), about: `Expectation for ${known[of]}.` };
  return members;
}

/** Parts of the schema that are referred to more than once. */
export const definitions: Readonly<Record<string, Schema>> = {
  set: { anyOf: [listOf(words).schema, details.schema] },
  text: tests.schema,
  tiers: byTier.schema,
};

function refer(name: "set" | "text" | "tiers"): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** "nothing-else" allows the skills, files and scripts that the other expectations mention. */
function withOthers(all: Placed): Placed {
  const events = all.flatMap(eventsOf);
  return all.map((each) => (each.kind === "only" ? { ...each, events } : each));
}

const kindOf = { activated: "activate", read: "resource", run: "script" } as const;

function eventsOf(expectation: PlacedExpectation): readonly EventPattern[] {
  if (expectation.kind === "order")
    return expectation.events.filter(
      ({ kind }) => kind === "activate" || kind === "resource" || kind === "script",
    );
  if (expectation.kind !== "set" || expectation.extent === "never") return [];
  const { of, values } = expectation;
  if (of === "activated") return values.map((skill) => ({ kind: kindOf[of], skill }));
  return of === "read" || of === "run" ? values.map((file) => ({ kind: kindOf[of], file })) : [];
}
