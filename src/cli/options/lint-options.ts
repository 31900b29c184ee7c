import type { Command } from "commander";
import type { FixLevel, LintOptions } from "../../api/lint/lint-options.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { addCacheOptions, type CacheFlags } from "./cache-options.ts";
import type { CheckFlags } from "./check-options.ts";
import { clientOption, parseClients } from "./client-option.ts";
import { choose } from "../../model/choose.ts";
import { ruleSettings } from "../../model/config.ts";
import { addConfigOptions, type ConfigFlags } from "./config-option.ts";
import { optionAmong } from "../program.ts";
import { addScopeOptions, type ScopeFlags } from "./scope-options.ts";
import { addShardOption } from "./shard-option.ts";
import { addSuppressionOptions, suppressionOptions, type SuppressionFlags } from "./suppression-options.ts";
import { addTokenOption } from "./token-option.ts";

/** The options of the commands that run all rules and apply fixes. */
export interface LintFlags
  extends Omit<CheckFlags, "target">,
    ScopeFlags,
    ConfigFlags,
    SuppressionFlags,
    CacheFlags {
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
  readonly fixRule?: readonly string[];
  readonly dryRun?: boolean;
  /** Only for `lint`. */
  readonly interactive?: boolean;
  readonly rule?: RuleSettings;
  readonly security?: boolean;
  readonly syntax?: boolean;
  readonly timing?: boolean;
  readonly client?: readonly string[];
  /** Absent if the user did not set it. */
  readonly tokens?: TokenCount;
}

export const fixNotes = `Fixes:
  A fix changes only the characters it names. Safe fixes never change what the
  skill means; --unsafe-fixes also applies those that may, such as renaming a
  file, moving a field or changing a name. Symlinks are never written to.
`;

/** The differences between the three commands, for the help of each. */
export const threeCommands = `  skills validate  reports what the specification and clients refuse or ask for;
                   ignores rule settings, suppressions and baselines
  skills lint      also runs the rules on best practices, and applies fixes
  skills check     lints, asks chosen uploaders and systems, suggests what to do
`;

export function addLintOptions(command: Command): Command {
  command
    .addOption(
      clientOption(
        "--client <list>",
        'report these agent clients: comma-separated, "codex >=0.160" for a range, "all", or "common" (the default)',
      ).argParser(parseClients),
    )
    .option("--fix", "apply safe fixes")
    .option("--unsafe-fixes", "apply unsafe fixes too")
    .option(
      "--fix-rule <rule>",
      "apply only fixes of this rule; repeatable",
      (id: string, before: readonly string[] = []) => [...before, id],
    )
    .option("--dry-run", "print what --fix would change as a patch; change nothing")
    .addOption(
      optionAmong(
        "--rule <id=severity>",
        "set a rule's severity: error, warning, note or off; repeatable",
        ruleSettings,
      ).argParser(addRule),
    )
    .option("--security", "also run security rules that may report harmless code")
    .option(
      "--syntax",
      "also check the syntax of YAML, JavaScript and, with installed programs, Python and shell",
    )
    .option("--timing", "show how long each rule took");
  return addCacheOptions(
    addTokenOption(addConfigOptions(addSuppressionOptions(addShardOption(addScopeOptions(command))))),
  );
}

function fixLevel(flags: LintFlags): FixLevel | "none" {
  return flags.unsafeFixes ? "unsafe" : asksForFixes(flags) ? "safe" : "none";
}

/** Which fixes to apply, as options for the library. */
export function fixOptions(flags: LintFlags): Pick<LintOptions, "dryRun" | "fix" | "fixRules"> {
  const { dryRun, fixRule } = flags;
  if (fixRule && !asksForFixes(flags))
    throw new SkillsError("bad-usage", "--fix-rule needs --fix, --unsafe-fixes or --dry-run", {
      hint: "add --fix, or --unsafe-fixes",
    });
  return { fix: fixLevel(flags), dryRun: dryRun === true, ...(fixRule && { fixRules: fixRule }) };
}

export function asksForFixes({ fix, unsafeFixes, dryRun }: LintFlags): boolean {
  return fix === true || unsafeFixes === true || dryRun === true;
}

/** The flags, with the merged values of the two settings that report printers use. */
export function settledFlags<Flags extends LintFlags>(
  flags: Flags,
  { maxWarnings, syntax }: Pick<LintOptions, "maxWarnings" | "syntax">,
): Flags {
  return { ...flags, ...(maxWarnings !== undefined && { maxWarnings }), syntax: syntax === true };
}

/** The settings that a config can contain too. */
export function lintSettings(
  operands: readonly string[],
  flags: LintFlags,
): Pick<
  LintOptions,
  "clients" | "baseline" | "inline" | "partOnly" | "security" | "syntax" | "tokens" | "rules"
> {
  return {
    ...suppressionOptions(operands, flags),
    security: flags.security === true,
    syntax: flags.syntax === true,
    ...(flags.client && { clients: flags.client }),
    ...(flags.tokens && { tokens: flags.tokens }),
    ...(flags.rule && { rules: flags.rule }),
  };
}

function addRule(word: string, before: RuleSettings = {}): RuleSettings {
  const [, id, setting] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (id === undefined || setting === undefined)
    throw new SkillsError("bad-usage", `--rule ${quote(word)} is not id=severity`, {
      hint: "for example: --rule body-length=off",
    });
  // The text output calls this severity a note.
  return { ...before, [id]: choose("severity", setting === "note" ? "info" : setting, ruleSettings) };
}
