import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Report, SettingsFile } from "../../model/report.ts";
import { clean } from "../drawing/width.ts";

/** Maximum number of files to list; the others are counted. */
const named = 5;

/** The files with settings that a change added, changed or removed. */
export function changedSettings({ settings = [] }: Pick<Report, "settings">): readonly SettingsFile[] {
  return settings.filter(({ changed }) => changed);
}

/** One sentence about the settings that a change changes; undefined if there are none. */
export function describeSettings(report: Report): string | undefined {
  const files = changedSettings(report).map(({ path }) => clean(quote(path)));
  return files.length === 0
    ? undefined
    : `${count(files.length, "file")} with settings changed: ${seriesAtMost(files, named)}; dangers are judged under the earlier settings`;
}
