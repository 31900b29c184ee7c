import { isMarkdown } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import type { CatalogEntry, Message, Model, Speech } from "../../model/agent.ts";
import { findPaths } from "../../parse/body/paths.ts";
import { rankCatalog } from "./rank-catalog.ts";

/** Nine in ten skills of the corpus that name documents name no more. */
const mostFiles = 10;

/**
 * Activates the skill whose name and description have most in common with what the person said last, by their words alone, or none;
 * reads the documents that its instructions name, one in each turn; and says what it did. It is for one session.
 */
export function lexical(speech: Speech): Model {
  let work: Work | undefined;
  return {
    id: "lexical",
    next: async ({ messages, tools }, catalog) => {
      if (!work) {
        const skill = rankCatalog(lastWords(messages), catalog).chosen?.skill;
        if (!skill) return speech.finish("No skill matches the prompt well enough.");
        work = { skill, read: [] };
        return speech.activate(skill, tools);
      }
      const { skill, read, waiting = namedFiles(newest(messages), skill.path).slice(0, mostFiles) } = work;
      const [file, ...rest] = waiting;
      work = file === undefined ? undefined : { skill, read: [...read, file], waiting: rest };
      return file === undefined ? speech.finish(tell(skill, read)) : speech.read(skill, file);
    },
  };
}

interface Work {
  readonly skill: CatalogEntry;
  /** The files that were asked for. */
  readonly read: readonly string[];
  /** Those still to be asked for; absent before the instructions are there. */
  readonly waiting?: readonly string[];
}

function lastWords(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** What came after the model spoke last. */
function newest(messages: readonly Message[]): string {
  const spoken = messages.findLastIndex(({ role }) => role === "assistant");
  return messages
    .slice(spoken + 1)
    .map(({ content }) => content)
    .join("\n");
}

function tell({ name }: CatalogEntry, read: readonly string[]): string {
  return `Used ${name}${read.length === 0 ? "" : ` and requested ${series(read)}`}.`;
}

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
