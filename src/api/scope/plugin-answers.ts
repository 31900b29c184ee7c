import { isIn, joinLabel, joinPath } from "../../core/paths.ts";
import type { NamedDirectory } from "../../find/search.ts";
import type { Answered } from "../../lint/conclude.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import { runRules, type RunRulesOptions } from "../../lint/run-rules.ts";
import { documentName } from "../../model/document-name.ts";
import type { ExaminedPlugin, PluginTree } from "../../model/plugin.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { Rule } from "../../model/rule.ts";
import { chosenWords, clientsNamed, type Target } from "../../model/target.ts";
import { readManifest } from "../../parse/manifest.ts";
import { openPlugin } from "../../read/plugin-tree.ts";
import { pluginRules, refusedPluginRules } from "../../rules/lists/plugin-rules.ts";
import { listedPlugins } from "../../targets/plugins/plugin-declarations.ts";
import { examinePlugin, isMarketplace } from "../../targets/plugins/examine-plugin.ts";

interface PluginOptions {
  readonly targets?: readonly Target[];
  readonly clients?: readonly string[];
  readonly rules?: RuleSettings;
  /** Only the rules of `skills validate`. */
  readonly refusedOnly?: boolean;
}

/** What is found in plugins and marketplaces. A plugin below a marketplace has its own findings. */
export function pluginAnswers(
  plugins: readonly NamedDirectory[],
  { targets = ["spec"], clients: words, rules = {}, refusedOnly = false }: PluginOptions,
): readonly Answered[] {
  const chosen = chosenWords(words);
  const options = { targets, clients: chosen && clientsNamed(chosen) };
  const running = (refusedOnly ? refusedPluginRules : pluginRules).filter(
    ({ meta }) => !meta.off || (rules[meta.id] ?? "off") !== "off",
  );
  const trees = plugins.map(({ absolute }) => openPlugin(absolute, readManifest));
  const named = new Map<string, string[]>();
  for (const [at, tree] of trees.entries())
    for (const { directory, skills } of listedPlugins(tree)) {
      const label = joinLabel(plugins[at]!.label, directory);
      const documents = skills.map((path) => joinPath("", `${path}/${documentName}`));
      named.set(label, [...(named.get(label) ?? []), ...documents]);
    }
  return plugins.map((plugin, at) => {
    const tree = trees[at]!;
    const examined = examinePlugin(tree, named.get(plugin.label));
    const findings = pluginFindings(tree, examined, running, options).filter(
      (finding) => !isOfAnother(finding, plugin, plugins),
    );
    return {
      directory: plugin.absolute,
      answer: {
        subject: {
          kind: isMarketplace(tree) ? "marketplace" : "plugin",
          path: plugin.label,
          verdicts: {},
          findings,
          partial: [],
        },
        directoryName: tree.name,
        comments: [],
        misspelled: [],
        lines: [],
        lasting: true,
      },
    };
  });
}

/** What rules find in a plugin. */
export function pluginFindings(
  tree: PluginTree,
  examined: ExaminedPlugin,
  rules: readonly Rule<ExaminedPlugin>[],
  options: Pick<RunRulesOptions, "targets" | "clients">,
): readonly Diagnostic[] {
  return runRules(examined, rules, {
    ...options,
    validatorRefusals: [],
    textOf: (file) => tree.manifestAt(file)?.source,
  }).diagnostics;
}

/** Whether the finding is in a file of a plugin below this one. */
function isOfAnother(
  { file }: Diagnostic,
  plugin: NamedDirectory,
  plugins: readonly NamedDirectory[],
): boolean {
  const label = joinLabel(plugin.label, file);
  return plugins.some(
    (each) =>
      each !== plugin &&
      each.label !== "." &&
      each.label.length > (plugin.label === "." ? 0 : plugin.label.length) &&
      isIn(label, each.label),
  );
}
