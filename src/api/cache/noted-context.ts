import { Buffer } from "node:buffer";
import { sha256 } from "../../manifest/digest.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";

/** A question to a skill's surroundings, and the answer: plain data. */
export type Asked = readonly [needs: Parameters<ContextReader>[2], answer: string];

/** A reader of contexts that remembers the last question about each skill. */
export interface NotedContext {
  readonly contextOf: ContextReader;
  /** The question about a skill, which is then forgotten. */
  take(source: Pick<SkillSource, "label">): Asked | undefined;
}

export function noteContext(contextOf: ContextReader): NotedContext {
  const asked = new Map<string, Asked>();
  return {
    contextOf: (source, files, needs) => {
      const context = contextOf(source, files, needs);
      asked.set(source.label, [needs, answerOf(context)]);
      return context;
    },
    take: ({ label }) => {
      const last = asked.get(label);
      asked.delete(label);
      return last;
    },
  };
}

/** The longest answer that is saved as it is. */
const mostAnswer = 500;

/** A context as text. */
export function answerOf({ executable, siblings, outside, ...roots }: ReturnType<ContextReader>): string {
  const answer = JSON.stringify([
    Array.from(executable),
    siblings && Array.from(siblings),
    outside && Array.from(outside),
    roots,
  ]);
  return answer.length > mostAnswer ? sha256(Buffer.from(answer)) : answer;
}
