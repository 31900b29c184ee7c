import { describeProblems } from "../../core/file-problem.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { ScenarioTool, ToolAnswer, WrittenAnswer } from "../../model/scenario.ts";
import {
  amount,
  anything,
  type Format,
  located,
  mapped,
  text,
  words,
  yes,
} from "../../parse/format/format.ts";
import { byKey, listOf, members } from "../../parse/format/formats.ts";
import { readWith } from "../../parse/format/read-tree.ts";

const delay = {
  format: amount,
  about: "Seconds until the answer; over the limit `delay`, the call fails. No time passes.",
};

/** Which calls are meant, in a map of answers or rules. */
export const when = {
  when: {
    format: anything,
    about: "Arguments that the call has, perhaps among others; default: any call.",
  },
};

const conditions = { ...when, delay };

const eachAnswer = located(
  byKey<WrittenAnswer>("an answer", {
    answer: members("the answer", { answer: { format: text, about: "The tool's answer." } }, conditions),
    error: members(
      "the answer",
      { error: { format: text, about: "The call fails with this message." } },
      conditions,
    ),
  }),
);

const answer: Format<ToolAnswer> = mapped(eachAnswer, ({ value, at }) => ({ ...value, at }));

/** A tool of the host, in a scenario or in a file of tools. */
export const tool: Format<ScenarioTool> = members(
  "the tool",
  { name: { format: words, about: "Name of the tool." } },
  {
    description: { format: text, about: "Description given to the model." },
    parameters: { format: anything, about: "JSON Schema of the tool's arguments." },
    group: { format: words, about: "The skill whose tool group contains this tool." },
    always: {
      format: yes,
      about:
        "Offered from the first request, also in spring-ai-alibaba, where other tools join only with a skill that was read and names them.",
    },
    answer: {
      format: text,
      about: "The tool's answer to every call, or to those that none of the answers is for.",
    },
    answers: {
      format: listOf(answer, { fewest: 1 }),
      about: "Answers by arguments; the first that fits is given. A call that none is for fails.",
    },
    delay,
  },
);

const tools = listOf(tool, { fewest: 1 });

/** Reads a file with a list of tools, as under "tools" in a scenario. Throws a SkillsError ("bad-usage"). */
export function readToolsFile(bytes: Uint8Array, file: string): readonly ScenarioTool[] {
  const { value, problems } = readWith(tools, bytes, file);
  if (value && problems.length === 0) return value;
  throw new SkillsError("bad-usage", `${quote(file)} is not a valid list of tools`, {
    others: describeProblems(problems),
  });
}
