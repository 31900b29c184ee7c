import { systemIds } from "../../src/model/agent.ts";
import { checkTargets } from "../../src/model/target.ts";
import { uploadIds } from "../../src/model/upload.ts";
import { validatorIds } from "../../src/model/validator.ts";

/** A list of ids in a file that is written by hand otherwise: where it is, the ids, and what is between them. */
interface WrittenList {
  readonly file: string;
  readonly list: RegExp;
  readonly ids: readonly string[];
  readonly between?: string;
}

const written: readonly WrittenList[] = [
  {
    file: "schemas/report.schema.json",
    list: /(?<="target": \{\s*"description": "[^"]*",\s*"enum": \[\s*)"[^\]]*"(?=\s*\])/,
    ids: checkTargets,
    between: ",\n        ",
  },
  {
    file: "schemas/report.schema.json",
    list: /(?<="description": "A simulated system\.",\s*"enum": \[)[^\]]*/,
    ids: systemIds,
  },
  {
    file: "schemas/report.schema.json",
    list: /(?<="description": "The uploaders for which [^"]*",\s*"type": "array",\s*"items": \{ "enum": \[)[^\]]*/,
    ids: uploadIds,
  },
  {
    file: "schemas/run.schema.json",
    list: /(?<="description": "The simulated system\.",\s*"enum": \[)[^\]]*/,
    ids: systemIds,
  },
  {
    file: "docs/checking.md",
    list: /(?<=\| upload to a hub or an app \| )[^|]*(?= \|)/,
    ids: uploadIds.filter((id) => !validatorIds.some((each) => each === id)),
  },
  { file: "docs/checking.md", list: /(?<=\| write for an agent system \| )[^|]*(?= \|)/, ids: systemIds },
];

export const filesWithIds: readonly string[] = Array.from(new Set(written.map(({ file }) => file)));

const numerals = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The text of such a file with the ids of today. */
export function withIds(file: string, text: string): string {
  const quote = file.endsWith(".json") ? '"' : "`";
  const listed = written
    .filter((each) => each.file === file)
    .reduce((current, { list, ids, between = ", " }) => {
      if (!list.test(current)) throw new Error(`${file} has no ${list.source}`);
      return current.replace(list, ids.map((id) => quote + id + quote).join(between));
    }, text);
  // In the description of all targets.
  return listed.replace(/(?<=uses the targets after the first )\w+/, numerals[validatorIds.length]!);
}
