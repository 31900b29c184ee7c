import type { EventPattern } from "../../model/scenario.ts";
import type { TraceKind } from "../../model/trace.ts";
import { mapped, text, words, type Format } from "../../parse/format/format.ts";
import { byKey, members, type Member } from "../../parse/format/formats.ts";

interface EventShape {
  readonly about: string;
  readonly format?: Format<string>;
  readonly toPattern: (value: string) => EventPattern;
  /** It has no skill but the one that it is about. */
  readonly alone?: true;
}

const skill = { format: words, about: "The skill, by its name." };

/** What has no more than words: of a refusal its reason, of an answer what it says. */
function saying(kind: TraceKind): EventShape {
  return {
    about: "Words that stand in it; empty where any will do.",
    format: text,
    toPattern: (value) => ({ kind, ...(value !== "" && { text: value }) }),
    alone: true,
  };
}

const shapes: Readonly<Record<string, EventShape>> = {
  activate: {
    about: "The skill whose instructions are read.",
    toPattern: (name) => ({ kind: "activate", skill: name }),
    alone: true,
  },
  again: {
    about: "The skill whose instructions were in the conversation already.",
    toPattern: (name) => ({ kind: "again", skill: name }),
    alone: true,
  },
  read: {
    about: "The file that is read, from the skill's root, or with the skill's name in front.",
    toPattern: (file) => ({ kind: "resource", file }),
  },
  list: {
    about: "The directory that is listed, from the skill's root; empty for the root.",
    format: text,
    toPattern: (file) => ({ kind: "list", ...(file !== "" && { file }) }),
  },
  run: {
    about: "The script that is run, from the skill's root, or with the skill's name in front.",
    toPattern: (file) => ({ kind: "script", file }),
  },
  call: {
    about: "The tool that does what it is called for, by its name in the system.",
    toPattern: (tool) => ({ tool }),
    alone: true,
  },
  refuse: saying("refuse"),
  approve: saying("approve"),
  plan: saying("plan"),
  compact: saying("compact"),
  prompt: saying("prompt"),
  reply: saying("reply"),
  answer: saying("answer"),
};

/** One event that must happen, by the one key that says what it is. */
export const event: Format<EventPattern> = byKey(
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
