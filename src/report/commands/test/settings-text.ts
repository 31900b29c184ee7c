import { show } from "../../../core/show.ts";
import type { SystemId } from "../../../model/agent.ts";
import type { SettingEntry } from "../../../model/reports/test.ts";

/** A system's settings as YAML for a scenario, with their defaults; those that have none are comments. */
export function settingsText(system: SystemId, settings: readonly SettingEntry[]): string {
  return [
    `# Settings of ${system}: for a scenario or, as JSON, for skills run --settings FILE.`,
    "# Lines with a # are examples.",
    "settings:",
    `  ${system}:`,
    ...settings.flatMap((entry) => linesOf(entry, "    ")),
    "",
  ].join("\n");
}

function linesOf(entry: SettingEntry, indent: string): readonly string[] {
  const { name } = entry;
  if ("section" in entry) {
    const inner = entry.section.flatMap((each) => linesOf(each, `${indent}  `));
    return [hasDefault(entry) ? `${indent}${name}:` : `${indent}# ${name}:`, ...inner];
  }
  const { about, expected, from } = entry;
  if (from !== undefined)
    return [
      `${indent}# ${about} (${expected}); from ${show(from)}`,
      `${indent}${name}: ${JSON.stringify(entry.value)}`,
    ];
  const given =
    entry.default === undefined
      ? `${indent}# ${name}: ${JSON.stringify(entry.example)}`
      : `${indent}${name}: ${JSON.stringify(entry.default)}`;
  return [`${indent}# ${about} (${expected})`, given];
}

function hasDefault(entry: SettingEntry): boolean {
  return "section" in entry ? entry.section.some(hasDefault) : (entry.value ?? entry.default) !== undefined;
}
