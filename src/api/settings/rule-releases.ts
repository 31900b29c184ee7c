import { SkillsError } from "../../core/errors.ts";
import { version as program } from "../../generated/version.ts";
import type { Config } from "../../model/config.ts";
import type { RuleMeta } from "../../model/rule.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";

/** Three numbers, as releases have them. */
export const releaseShape = "^(?:0|[1-9]\\d{0,5})\\.(?:0|[1-9]\\d{0,5})\\.(?:0|[1-9]\\d{0,5})$";

/**
 * The config with every rule that came after its `version` as a note, where no setting says otherwise. Throws a
 * SkillsError if the version is newer than this program, which then lacks rules that the config counts on.
 */
export function settleVersion(config: Config): Config {
  const { version, rules } = config;
  if (!version) return config;
  const { value, from } = version;
  if (isLater(value, program))
    throw new SkillsError("bad-usage", `${from}: version ${value} is newer than this program (${program})`, {
      hint: "update skillwright",
    });
  const notes = rulesAfter(config, value).map(
    ({ id }) => [id, { value: "info" as const, from: `${from}, version ${value}` }] as const,
  );
  return notes.length === 0 ? config : { ...config, rules: new Map([...notes, ...rules]) };
}

/**
 * The rules that came after a release. A rule that runs only on request is one of them if the config requests it, and
 * none is a danger, which stays an error.
 */
export function rulesAfter({ security }: Pick<Config, "security">, release: string): readonly RuleMeta[] {
  return ruleMetas.filter(
    ({ since, danger, off, category }) =>
      isLater(since, release) && !danger && (!off || (security?.value === true && category === "security")),
  );
}

/** Whether a release is later than another. */
export function isLater(release: string, than: string): boolean {
  const [a, b] = [release, than].map((each) => each.split(".").map(Number));
  const at = a!.findIndex((number, index) => number !== b![index]);
  return at !== -1 && a![at]! > b![at]!;
}
