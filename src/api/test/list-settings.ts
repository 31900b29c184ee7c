import { systems } from "../../generated/systems.ts";
import type { SettingTree } from "../../harness/system.ts";
import type { SystemId } from "../../model/agent.ts";
import type { SettingEntry } from "../../model/reports/test.ts";

/** The settings of a system, in the order of its documents. */
export function listSettings(system: SystemId): readonly SettingEntry[] {
  return systems.filter(({ id }) => id === system).flatMap(({ settings }) => entriesOf(settings));
}

function entriesOf(tree: SettingTree): readonly SettingEntry[] {
  return Object.entries(tree).map(([name, setting]) =>
    "section" in setting
      ? { name, section: entriesOf(setting.section) }
      : {
          name,
          about: setting.about,
          expected: setting.format.expected,
          ...(setting.default !== undefined && { default: setting.default }),
          ...(setting.example !== undefined && { example: setting.example }),
        },
  );
}
