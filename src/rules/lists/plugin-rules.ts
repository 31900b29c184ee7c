import type { ExaminedPlugin } from "../../model/plugin.ts";
import type { Rule } from "../../model/rule.ts";
import description from "../plugins/description.ts";
import hiddenSkill from "../plugins/hidden-skill.ts";
import ignored from "../plugins/ignored.ts";
import install from "../plugins/install.ts";
import manifest from "../plugins/manifest.ts";
import name from "../plugins/name.ts";
import validator from "../plugins/validator.ts";
import version from "../plugins/version.ts";

/** Those of them that `skills validate` runs: what is refused or does not install. */
export const refusedPluginRules: readonly Rule<ExaminedPlugin>[] = [manifest, install, validator];

/** Run on plugins and marketplaces. */
export const pluginRules: readonly Rule<ExaminedPlugin>[] = [
  ...refusedPluginRules,
  ignored,
  hiddenSkill,
  name,
  version,
  description,
];
