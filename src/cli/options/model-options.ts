import type { Command } from "commander";
import type { ModelOptions } from "../../api/test/test-model.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { parseAmount } from "./amount.ts";

/** The options for a model that plays tests. */
export interface ModelFlags {
  readonly model?: string;
  readonly repeat?: number;
  readonly minPassRate?: number;
  readonly record?: string;
  readonly modelTimeout?: number;
}

export const modelNotes = `Models:
  Without --model, scenarios play their own steps, and evals are decided only as
  far as words and files decide them. A model plays the prompts instead; each
  repeat is a new session. Expectations about what was activated, read, run or
  answered are judged by the sessions; what needs a judge stays not measurable.
  --model command:'PROGRAM …'  your own program, which reads and writes JSON
                               lines; it has your permissions and environment
  --model replay:FILE          the sessions of a --record run, without a model;
                               other prompts, tools or skills end with code 2
  examples/models of the package has programs for APIs of OpenAI and Anthropic.
`;

/** The most sessions for one test. */
const mostRepeats = 1000;

/** Adds --model and what belongs to it. `modelNotes` belongs at the end of the help. */
export function addModelOptions(command: Command): Command {
  return command
    .option("-m, --model <model>", "play scenarios and evals with a model; see below")
    .option("--repeat <number>", "sessions for each test (default: 1, or as many as recorded)", (word) =>
      parseRepeat(word),
    )
    .option(
      "--min-pass-rate <percent>",
      "sessions in which each expectation must be met (default: 100)",
      parsePercent,
    )
    .option("--record <file>", "save the sessions for --model replay:FILE")
    .option("--model-timeout <seconds>", "time limit for each answer of the model (default: 120)", (word) =>
      parseAmount("--model-timeout", word),
    );
}

/** The user's model; undefined if there is none. Throws a SkillsError for an option without a model. */
export function modelFrom(flags: ModelFlags & { readonly update?: boolean }): ModelOptions | undefined {
  const { model, repeat, minPassRate, record, modelTimeout: seconds, update } = flags;
  if (model === undefined) {
    const [orphan] = Object.entries({
      "--repeat": repeat,
      "--min-pass-rate": minPassRate,
      "--record": record,
      "--model-timeout": seconds,
    }).flatMap(([option, value]) => (value === undefined ? [] : [option]));
    if (orphan === undefined) return undefined;
    throw new SkillsError("bad-usage", `${orphan} needs a model; add \`--model command:PROGRAM\``);
  }
  if (update)
    throw new SkillsError(
      "bad-usage",
      "--update saves the traces of steps; leave out --model, or use --record",
    );
  return {
    model,
    ...(repeat !== undefined && { repeat }),
    ...(minPassRate !== undefined && { minPassRate }),
    ...(record !== undefined && { record }),
    ...(seconds !== undefined && { seconds }),
  };
}

function parseRepeat(word: string): number {
  const repeat = parseAmount("--repeat", word);
  if (repeat > mostRepeats)
    throw new SkillsError("bad-usage", `--repeat ${quote(word)} is more than ${mostRepeats}`);
  return repeat;
}

/** 0 is refused, as nothing could fail. */
function parsePercent(word: string): number {
  const percent = Number(word.replace(/%$/, ""));
  if (!/^\d+(?:\.\d+)?%?$/.test(word) || percent === 0 || percent > 100)
    throw new SkillsError(
      "bad-usage",
      `--min-pass-rate ${quote(word)} must be a number above 0 and at most 100`,
    );
  return percent;
}
