import { isIn, joinLabel } from "../../core/paths.ts";
import type { NamedDirectory } from "../../find/search.ts";
import type { Answered } from "../../lint/conclude.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import { runRules } from "../../lint/run-rules.ts";
import type { ExaminedPlugin } from "../../model/plugin.ts";
import type { Diagnostic } from "../../model/report.ts";
import { chosenWords, clientsNamed, type Target } from "../../model/target.ts";
import { readManifest } from "../../parse/manifest.ts";
import { openPlugin } from "../../read/plugin-tree.ts";
import { pluginRules } from "../../rules/lists/plugin-rules.ts";
import { examinePlugin, isMarketplace } from "../../targets/plugins/examine-plugin.ts";

interface PluginOptions {
  readonly targets?: readonly Target[];
  readonly clients?: readonly string[];
  readonly rules?: RuleSettings;
}

/** What is found in plugins and marketplaces. A plugin below a marketplace has its own findings. */
export function pluginAnswers(
  plugins: readonly NamedDirectory[],
  { targets = ["spec"], clients: words, rules = {} }: PluginOptions,
): readonly Answered[] {
  const chosen = chosenWords(words);
  const options = { targets, clients: chosen && clientsNamed(chosen), validatorRefusals: [] };
  const running = pluginRules.filter(({ meta }) => !meta.off || (rules[meta.id] ?? "off") !== "off");
  return plugins.map((plugin) => {
    const tree = openPlugin(plugin.absolute, readManifest);
    const { diagnostics } = runRules<ExaminedPlugin>(examinePlugin(tree), running, {
      ...options,
      textOf: (file) => tree.manifestAt(file)?.source,
    });
    const findings = diagnostics.filter((finding) => !isOfAnother(finding, plugin, plugins));
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
