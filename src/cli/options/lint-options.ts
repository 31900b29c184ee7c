import type { Command } from "commander";
import type { FixLevel, LintOptions } from "../../api/lint/lint-options.ts";
import type { RuleSetting, RuleSettings } from "../../lint/rule-settings.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { CheckFlags } from "./check-options.ts";
import { choose } from "./choose.ts";
import { addConfigOptions, type ConfigFlags } from "./config-option.ts";
import { optionAmong } from "../program.ts";
import { addScopeOptions, type ScopeFlags } from "./scope-options.ts";
import { addSuppressionOptions, suppressionOptions, type SuppressionFlags } from "./suppression-options.ts";
import { addTokenOption } from "./token-option.ts";

/** What the user may say to the commands that run all rules and mend. */
export interface LintFlags extends Omit<CheckFlags, "target">, ScopeFlags, ConfigFlags, SuppressionFlags {
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
  readonly fixRule?: readonly string[];
  readonly dryRun?: boolean;
  readonly rule?: RuleSettings;
  readonly security?: boolean;
  readonly syntax?: boolean;
  readonly timing?: boolean;
  /** Absent where the user did not type it. */
  readonly tokens?: TokenCount;
}

export const fixNotes = `Fixes:
  A fix changes the characters it names and no others. A safe one never changes
  what the skill means; --unsafe-fixes also makes those that may: renaming a
  file, moving a field, writing another name. Symbolic links are not written to.
`;

/** What the three commands over one engine do, as each of them says. */
export const threeCommands = `  skills validate  what the specification and clients refuse or ask for,
                   whatever rules are set to, suppressed or in a baseline
  skills lint      that, and advice: every rule, and fixes
  skills check     that, and the skill tried: packed in memory, played by agents
`;

const settings: readonly RuleSetting[] = ["error", "warning", "info", "off"];

export function addLintOptions(command: Command): Command {
  command
    .option("--fix", "make the safe fixes")
    .option("--unsafe-fixes", "make the others too")
    .option(
      "--fix-rule <id>",
      "make only the fixes of this rule; as often as needed",
      (id: string, before: readonly string[] = []) => [...before, id],
    )
    .option("--dry-run", "make no fix, but print what --fix would change as a patch")
    .addOption(
      optionAmong(
        "--rule <id=severity>",
        "error, warning, info or off for the findings of a rule; as often as needed",
        settings,
      ).argParser(addRule),
    )
    .option("--security", "also run the security rules that report what deserves a look, right or wrong")
    .option("--syntax", "also parse YAML, JavaScript and, by the programs installed, Python and shell")
    .option("--timing", "tell how long each rule took");
  return addTokenOption(addConfigOptions(addSuppressionOptions(addScopeOptions(command))));
}

function fixLevel(flags: LintFlags): FixLevel | "none" {
  return flags.unsafeFixes ? "unsafe" : asksForFixes(flags) ? "safe" : "none";
}

/** Which fixes to make, as the library wants it. */
export function fixOptions(flags: LintFlags): Pick<LintOptions, "dryRun" | "fix" | "fixRules"> {
  const { dryRun, fixRule } = flags;
  if (fixRule && !asksForFixes(flags))
    throw new SkillsError("bad-usage", "--fix-rule is given, but no fix is asked for", {
      hint: "add --fix, or --unsafe-fixes",
    });
  return { fix: fixLevel(flags), dryRun: dryRun === true, ...(fixRule && { fixRules: fixRule }) };
}

export function asksForFixes({ fix, unsafeFixes, dryRun }: LintFlags): boolean {
  return fix === true || unsafeFixes === true || dryRun === true;
}

/** The flags, with the merged values of the two settings that report printers read. */
export function settledFlags<Flags extends LintFlags>(
  flags: Flags,
  { maxWarnings, syntax }: Pick<LintOptions, "maxWarnings" | "syntax">,
): Flags {
  return { ...flags, ...(maxWarnings !== undefined && { maxWarnings }), syntax: syntax === true };
}

/** What a config may set as well. */
export function lintSettings(
  operands: readonly string[],
  flags: LintFlags,
): Pick<LintOptions, "baseline" | "inline" | "partOnly" | "security" | "syntax" | "tokens" | "rules"> {
  return {
    ...suppressionOptions(operands, flags),
    security: flags.security === true,
    syntax: flags.syntax === true,
    ...(flags.tokens && { tokens: flags.tokens }),
    ...(flags.rule && { rules: flags.rule }),
  };
}

function addRule(word: string, before: RuleSettings = {}): RuleSettings {
  const [, id, setting] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (id === undefined || setting === undefined)
    throw new SkillsError("bad-usage", `--rule ${quote(word)} is no id=severity`, {
      hint: "for example: --rule body-length=off",
    });
  // The screen calls it a note.
  return { ...before, [id]: choose("severity", setting === "note" ? "info" : setting, settings) };
}
