import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SyncedPlugins } from "../../model/plugin-sync.ts";
import { cleanPath } from "../drawing/width.ts";

/** Longest part of a value that is shown. */
const shown = 60;

/** Text output: each value that was written or, with `check`, differs. */
export function syncText({ values, compared }: SyncedPlugins, check: boolean): string {
  const lines = values.map(
    ({ file, line, key, before, after, from }) =>
      `${cleanPath(file)}:${line}: ${key} ${valueText(before)} ${check ? "differs from" : "->"} ${valueText(after)}${check ? ` in ${cleanPath(from)}` : ""}\n`,
  );
  if (lines.length === 0)
    return compared === 0 ? "" : `${count(compared, "plugin")} compared: the files agree\n`;
  const files = count(new Set(values.map(({ file }) => file)).size, "file");
  return `${lines.join("")}${files} ${check ? "to write; run `skills plugin sync`" : "written"}\n`;
}

/** What was not compared. */
export function syncNotes({ compared, plugins, links }: SyncedPlugins): string {
  const single =
    compared === 0 ? [`nothing was compared: ${count(plugins, "plugin")}, each declared once`] : [];
  const linked = links.map((file) => `${cleanPath(file)} is a symlink, which is not written`);
  return [...single, ...linked].map((line) => `skills: ${line}\n`).join("");
}

function valueText(value: string | readonly string[]): string {
  return typeof value === "string" ? quote(value, shown) : quote(value.join(", "), shown);
}
