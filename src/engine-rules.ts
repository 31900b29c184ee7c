// Rules of one's own for the engine: apart from it, as most pages run only the built-in ones.
import { SkillsError } from "./core/errors.ts";
import { describeProblems, type FileProblem } from "./core/file-problem.ts";
import { memberOf } from "./core/json.ts";
import { quote } from "./core/show.ts";
import { encodeUtf8 } from "./core/utf8.ts";
import type { OwnRuleSet } from "./model/own-rule.ts";
import { makeRules } from "./own/make-rules.ts";
import { readDefinitions } from "./own/read-definitions.ts";
import { readTree } from "./parse/format/read-tree.ts";

export type { OwnRuleSet };
export type { RuleSetting } from "./model/config.ts";
export type { Category, Origin, RuleMeta, Severity } from "./model/rule.ts";
export type { SystemId } from "./model/agent.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";

/**
 * Reads the rules that a config defines under `rules`, for `own` of `examine`; `file` is its name, whose extension says
 * whether it is YAML or JSON. Settings of built-in rules, and all other keys, are left to the caller. Throws a
 * SkillsError with all problems, also for a rule that needs what is not in the text: paths, or a list in a file.
 */
export function readRules(text: string, file = "skills.config.yaml"): OwnRuleSet {
  const problems: FileProblem[] = [];
  const { root, problems: invalid } = readTree(encodeUtf8(text), file);
  problems.push(...invalid);
  const tell = (
    message: string,
    { start: { line, column } }: { start: { line: number; column: number } },
  ): void => void problems.push({ file, line, column, message });
  const written = root?.kind === "object" ? memberOf(root, "rules")?.value : undefined;
  const read = written ? Array.from(readDefinitions(written, tell)) : [];
  for (const [id, { value, range }] of read)
    if (value.wordsFrom || value.paths || value.except)
      tell(`the rule ${quote(id)} needs files or paths, which are not known here; write it without`, range);
  const [first, ...others] = describeProblems(problems);
  if (first !== undefined) throw new SkillsError("bad-usage", first, { others });
  const definitions = read.map(([id, { value }]) => {
    const {
      severity: _severity,
      examples: _examples,
      paths: _paths,
      except: _except,
      wordsFrom: _words,
      ...rule
    } = value;
    return { id, ...rule };
  });
  return {
    definitions,
    rules: makeRules(definitions),
    severities: Object.fromEntries(read.map(([id, { value }]) => [id, value.severity])),
  };
}
