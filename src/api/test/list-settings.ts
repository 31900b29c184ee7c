import { isObject } from "../../core/is-object.ts";
import { systems } from "../../generated/systems.ts";
import { readProjectSettings } from "../../harness/project-settings.ts";
import type { SettingTree } from "../../harness/system.ts";
import type { Settings, SystemId } from "../../model/agent.ts";
import type { SettingEntry } from "../../model/reports/test.ts";

/** The settings of a system, in the order of its documents, with the values that the project in `cwd` gives them. */
export function listSettings(system: SystemId, cwd: string): readonly SettingEntry[] {
  return systems
    .filter(({ id }) => id === system)
    .flatMap((each) => {
      const { settings, file = "" } = readProjectSettings(each, { directory: cwd });
      return entriesOf(each.settings, settings, file);
    });
}

function entriesOf(tree: SettingTree, given: Settings, from: string): readonly SettingEntry[] {
  return Object.entries(tree).map(([name, setting]) =>
    "section" in setting
      ? { name, section: entriesOf(setting.section, sectionOf(given[name]), from) }
      : {
          name,
          about: setting.about,
          expected: setting.format.expected,
          ...(setting.default !== undefined && { default: setting.default }),
          ...(setting.example !== undefined && { example: setting.example }),
          ...(given[name] !== undefined && { value: given[name], from }),
        },
  );
}

function sectionOf(value: unknown): Settings {
  return isObject(value) ? value : {};
}
