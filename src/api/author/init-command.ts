import { toShellWord } from "../../core/shell-word.ts";
import { show } from "../../core/show.ts";

/** What may stand in a command that makes a skill. */
export interface InitWords {
  readonly description?: string;
  readonly template?: string;
  readonly in?: string;
  readonly license?: string;
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  readonly dryRun?: boolean;
}

const sample = "Fills PDF forms. Use when a form is to be filled.";

/** The command with another name, all else as it was typed, to be pasted as it is. */
export function initCommand(
  { description = sample, template, in: place, license, evals, config, workflow, dryRun }: InitWords,
  name: string,
  folder = place,
): string {
  const values = Object.entries({ in: folder, description, template, license }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option} ${quoted(value)}`],
  );
  const flags = Object.entries({ evals, config, workflow, "dry-run": dryRun }).flatMap(([option, isSet]) =>
    isSet ? [`--${option}`] : [],
  );
  return ["skills init", quoted(name), ...values, ...flags].join(" ");
}

function quoted(word: string): string {
  return show(toShellWord(word), Infinity);
}
