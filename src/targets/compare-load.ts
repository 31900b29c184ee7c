import { isSpace } from "../core/white-space.ts";
import { isByChoice } from "./load-causes.ts";
import type { LoadedSkill, LoadEffect, LoadOutcome, LoadResult, WrittenSkill } from "../model/loader.ts";

/**
 * Compares what a client loads with what the author wrote in a directory. White space in descriptions and around
 * bodies is ignored. A skill that the client hides because a field asks for it is as written.
 */
export function compareLoad(load: LoadResult, written: WrittenSkill, directory: string): LoadOutcome {
  if (load.loads === "unknown") return unknown;
  if (!load.loads) return isByChoice(load.reason) ? leftOutAsAsked : notLoaded;
  const effects = effectsOf(load, written, directory);
  if (effects.length === 0) return asWritten;
  const kept = effects.includes("desc")
    ? keptOf(load.description ?? "", written.description ?? "")
    : undefined;
  return {
    outcome: effects.every((effect) => effect === "warn" || effect === "hidden") ? "as-written" : "differs",
    effects,
    ...(kept !== undefined && { kept }),
  };
}

const unknown: LoadOutcome = { outcome: "unknown", effects: [] };
const asWritten: LoadOutcome = { outcome: "as-written", effects: [] };
const leftOutAsAsked: LoadOutcome = { outcome: "not-loaded", effects: ["hidden"] };
const notLoaded: LoadOutcome = { outcome: "not-loaded", effects: [] };

function effectsOf(load: LoadedSkill, written: WrittenSkill, directory: string): readonly LoadEffect[] {
  const effects: LoadEffect[] = [];
  const { description } = load;
  if (description !== undefined && !isSameText(description, written.description ?? "")) effects.push("desc");
  // The name of the directory is the other name that an author gives a skill.
  if (load.name !== written.name && load.name !== directory) effects.push("name");
  const body = bodyEffect(load.body, written.body);
  if (body) effects.push(body);
  if ((description ?? "").trim() === "") effects.push("nodesc");
  if (load.metadataLost === true && written.hasMetadata) effects.push("nometa");
  if (load.fallback === true) effects.push("fallback");
  if (load.hidden === true) effects.push("hidden");
  if ((load.warnings ?? []).length > 0) effects.push("warn");
  return effects;
}

/** The characters that are left of a description without its end; undefined if it differs otherwise. */
function keptOf(loaded: string, written: string): number | undefined {
  const start = loaded.replace(/(?:…|\.{3})$/, "").trim();
  return start !== "" && written.trim().startsWith(start) ? Array.from(start).length : undefined;
}

/** Undefined if the body arrives as written, or cut. */
function bodyEffect(delivered: string | undefined, written: string): "body" | "leak" | undefined {
  if (delivered === undefined || delivered === written) return undefined;
  const has = delivered.trim();
  const wanted = written.trim();
  if (has === wanted) return undefined;
  if (has === "") return "body";
  return has.endsWith(wanted) || startOfWords(has, wanted) > 0 ? "leak" : undefined;
}

function isSameText(one: string, other: string): boolean {
  return one === other || startOfWords(one.trim(), other.trim()) === 0;
}

/**
 * Where other text begins at the end of a text, runs of white space being equal; -1 if it does not end with it. Both
 * are trimmed. Most texts that differ do so in their last characters.
 */
function startOfWords(text: string, words: string): number {
  let at = text.length;
  for (let left = words.length; left > 0; at--, left--) {
    if (at === 0) return -1;
    if (left % piece === 0 && endsWithPiece(text, at, words, left)) {
      at -= piece - 1;
      left -= piece - 1;
      continue;
    }
    const code = text.charCodeAt(at - 1);
    const wanted = words.charCodeAt(left - 1);
    if (!isSpace(wanted)) {
      if (code !== wanted) return -1;
      continue;
    }
    if (!isSpace(code)) return -1;
    while (isSpace(words.charCodeAt(left - 2))) left--;
    while (isSpace(text.charCodeAt(at - 2))) at--;
  }
  return at;
}

/** Length of the pieces that are compared as a whole, as most of two long texts is equal. */
const piece = 128;

/** Whether the pieces before both offsets are equal. It must not begin within a run of white space. */
function endsWithPiece(text: string, at: number, words: string, left: number): boolean {
  return (
    at >= piece &&
    !isSpace(words.charCodeAt(left - piece)) &&
    text.startsWith(words.slice(left - piece, left), at - piece)
  );
}
