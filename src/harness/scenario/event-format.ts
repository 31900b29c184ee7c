import type { EventPattern } from "../../model/scenario.ts";
import type { TraceKind } from "../../model/trace.ts";
import { type Format, mapped, text, words } from "../../parse/format/format.ts";
import { byKey, type Member, members } from "../../parse/format/formats.ts";

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
