import type { CatalogEntry, Message, Model, Speech } from "../../model/agent.ts";
import { series } from "../../core/sentence.ts";
import { namedFiles } from "./named-files.ts";
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
        if (!skill) return speech.finish("No skill has enough in common with that.");
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
  return `Used ${name}${read.length === 0 ? "" : ` and asked for ${series(read)}`}.`;
}
