import { isMarkdown } from "../../core/paths.ts";
import { findPaths } from "../../parse/body/paths.ts";

/**
 * Where skills keep what is to be read. Of the corpus' 3,214 documents that stand below one of these, or are a link's target
 * without a directory, 2,950 are there; of those below all other directories hardly any is the skill's.
 */
const own = /^(?:references?|rules|assets|resources|scripts|templates|examples|prompts)\//;

const fragment = /(?<=\.(?:md|mdx|markdown|txt))#[^\s"'`()|;,]*/gi;

/**
 * The documents that instructions tell to read, from the skill's root, in order of mention, each once. Instructions are taken as
 * the model is given them, with whatever the system puts around them; `path` is where the system says that the skill stands.
 */
export function namedFiles(instructions: string, path: string): readonly string[] {
  const text = instructions.replaceAll(`${path}/`, "").replace(fragment, "");
  const files = findPaths(text, 0).flatMap(({ target, start }) => {
    const file = target.replace(/^(?:\.\/)+/, "");
    return isDocument(file) && (own.test(file) || isLinkedBeside(file, text, start)) ? [file] : [];
  });
  return Array.from(new Set(files)).filter((file) => file !== "SKILL.md");
}

/** Scripts are to be run, pictures to be used. */
function isDocument(file: string): boolean {
  return isMarkdown(file) || file.endsWith(".txt");
}

function isLinkedBeside(file: string, text: string, start: number): boolean {
  return !file.includes("/") && text.startsWith("](", start - 2);
}
