import { nearestWord } from "../core/nearest.ts";

/** Words of other tools, with ours for the same thing, which no small number of edits leads to. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["claude", "claude-code"],
  ["codex-cli", "codex"],
  ["err", "error"],
  ["exclude", "ignore"],
  ["none", "off"],
  ["note", "info"],
  ["warn", "warning"],
]);

/** As `nearestWord`, for ids and words of settings: if our word for that of another tool is known, that one. */
export function nearestSetting(word: string, known: readonly string[], atMost?: number): string | undefined {
  const ours = synonyms.get(word.toLowerCase());
  return ours !== undefined && known.includes(ours) ? ours : nearestWord(word, known, atMost);
}
