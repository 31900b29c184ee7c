import { show } from "../core/show.ts";
import type { OwnCheck, OwnRule } from "../model/own-rule.ts";
import type { RuleMeta } from "../model/rule.ts";

/** The text of a config is escaped as that of a skill: it may come from another repository. */
const longest = 400;

/** The description of a rule, as those of the built-in ones. */
export function metaOf({ id, check, message, why, remedy, link, fix }: OwnRule): RuleMeta {
  return {
    id,
    category: "own",
    origin: "own",
    source: link ?? "",
    summary: message === undefined ? `Reports ${summaries[check.kind]}.` : show(message, longest),
    why: why ?? "The config of this project asks for it.",
    remedy: remedy ?? "Change the skill as the finding says, or ask the owner of the config.",
    severity: "warning",
    ...(fix && { fixable: "unsafe" as const }),
    since: "0.1.0",
  };
}

const summaries: Readonly<Record<OwnCheck["kind"], string>> = {
  field: "a field that is missing or has another value than it must",
  name: "a name that is not as the project's names are",
  section: "a section that is missing, or has not what it must",
  file: "a file that is missing",
  text: "words that are not allowed",
  inventory: "a host, program, package, variable or tool that is not allowed",
  limit: "a part that is larger than it may be",
};
