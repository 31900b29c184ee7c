import type { ExaminedPlugin } from "../../model/plugin.ts";
import type { Rule } from "../../model/rule.ts";
import description from "../plugins/description.ts";
import hiddenSkill from "../plugins/hidden-skill.ts";
import ignored from "../plugins/ignored.ts";
import install from "../plugins/install.ts";
import manifest from "../plugins/manifest.ts";
import name from "../plugins/name.ts";
import version from "../plugins/version.ts";

/** Run on plugins and marketplaces. */
export const pluginRules: readonly Rule<ExaminedPlugin>[] = [
  manifest,
  install,
  ignored,
  hiddenSkill,
  name,
  version,
  description,
];
