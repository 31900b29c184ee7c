import { isMarkdown } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import type { CatalogEntry, Message, Model, Speech } from "../../model/agent.ts";
import { findPaths } from "../../parse/body/paths.ts";
import { rankCatalog } from "./rank-catalog.ts";

/** Of the skills in the corpus that refer to documents, nine in ten refer to at most this many. */
const mostFiles = 10;

/**
 * Activates the skill whose name and description share the most words with the last prompt, if any, and reads the
 * documents that its instructions refer to, one per turn. Use one instance per session.
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
      return file === undefined ? speech.finish(answerOf(skill, read)) : speech.read(skill, file);
    },
  };
}

interface Work {
  readonly skill: CatalogEntry;
  /** Files that have already been requested. */
  readonly read: readonly string[];
  /** Files that remain to be requested; absent until the instructions are loaded. */
  readonly waiting?: readonly string[];
}

function lastWords(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** The messages since the model's last reply. */
function newest(messages: readonly Message[]): string {
  const spoken = messages.findLastIndex(({ role }) => role === "assistant");
  return messages
    .slice(spoken + 1)
    .map(({ content }) => content)
    .join("\n");
}

function answerOf({ name }: CatalogEntry, read: readonly string[]): string {
  return `Used ${name}${read.length === 0 ? "" : ` and requested ${series(read)}`}.`;
}

/**
 * Directories in which skills keep documents. Of the corpus's 3,214 documents below one of these, or linked without a
 * directory, 2,950 exist; below other directories, hardly any belong to the skill.
 */
const own = /^(?:references?|rules|assets|resources|scripts|templates|examples|prompts)\//;

const fragment = /(?<=\.(?:md|mdx|markdown|txt))#[^\s"'`()|;,]*/gi;

/**
 * The documents that instructions refer to, relative to the skill's root, in order of mention, each once. The
 * text is what the model receives, including what the system adds; `path` is the skill's directory as the
 * system shows it.
 */
export function namedFiles(instructions: string, path: string): readonly string[] {
  const text = instructions.replaceAll(`${path}/`, "").replace(fragment, "");
  const files = findPaths(text, 0).flatMap(({ target, start }) => {
    const file = target.replace(/^(?:\.\/)+/, "");
    return isDocument(file) && (own.test(file) || isLinkedBeside(file, text, start)) ? [file] : [];
  });
  return Array.from(new Set(files)).filter((file) => file !== "SKILL.md");
}

/** Scripts are run and images are used, not read. */
function isDocument(file: string): boolean {
  return isMarkdown(file) || file.endsWith(".txt");
}

function isLinkedBeside(file: string, text: string, start: number): boolean {
  return !file.includes("/") && text.startsWith("](", start - 2);
}
