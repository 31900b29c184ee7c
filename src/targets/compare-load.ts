import type { LoadedSkill, LoadEffect, LoadOutcome, LoadResult, WrittenSkill } from "../model/loader.ts";

/**
 * Compares what a client loads with what the author wrote in a directory. White space in descriptions and around
 * bodies is ignored.
 */
export function compareLoad(load: LoadResult, written: WrittenSkill, directory: string): LoadOutcome {
  if (load.loads === "unknown") return { outcome: "unknown", effects: [] };
  if (!load.loads) return { outcome: "not-loaded", effects: [] };
  const effects = effectsOf(load, written, directory);
  return { outcome: effects.every((effect) => effect === "warn") ? "as-written" : "differs", effects };
}

function effectsOf(load: LoadedSkill, written: WrittenSkill, directory: string): readonly LoadEffect[] {
  const present: Readonly<Record<LoadEffect, boolean>> = {
    desc: load.description !== undefined && !isSameText(load.description, written.description ?? ""),
    // The name of the directory is the other name that an author gives a skill.
    name: load.name !== written.name && load.name !== directory,
    ...bodyEffects(load.body, written.body),
    nodesc: (load.description ?? "").trim() === "",
    nometa: load.metadataLost === true && written.hasMetadata,
    fallback: load.fallback === true,
    hidden: load.hidden === true,
    warn: (load.warnings ?? []).length > 0,
  };
  return (Object.keys(present) as LoadEffect[]).filter((effect) => present[effect]);
}

function bodyEffects(
  delivered: string | undefined,
  written: string,
): { readonly body: boolean; readonly leak: boolean } {
  if (delivered === undefined) return { body: false, leak: false };
  const [has, wanted] = [delivered.trim(), written.trim()];
  if (has === wanted) return { body: false, leak: false };
  return { body: wanted !== "" && has === "", leak: hasMoreBefore(has, wanted) };
}

/** Whether a text is other text and then this one. Most that differ do so in their last characters. */
function hasMoreBefore(has: string, wanted: string): boolean {
  const [all, last] = [collapse(has.slice(-2 * compared)), collapse(wanted.slice(-2 * compared))];
  if (all.slice(-compared) !== last.slice(-compared) && all.length >= compared && last.length >= compared)
    return false;
  const [more, less] = [collapse(has), collapse(wanted)];
  return more.length > less.length && more.endsWith(less);
}

const compared = 64;

function isSameText(one: string, other: string): boolean {
  return one === other || collapse(one) === collapse(other);
}

/** Runs of white space become one space, as in most catalogs. */
function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
