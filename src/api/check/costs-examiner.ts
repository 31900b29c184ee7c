import type { SyncExaminer } from "../../lint/examine.ts";
import { costsIn } from "../smoke/smoke-subject.ts";

/** Counts the tokens of a skill at each stage. */
export const costsExaminer: SyncExaminer = {
  id: "costs",
  examine: ({ parsed }) => {
    const costs = costsIn(parsed().skill);
    if (!costs) return {};
    const { counter, entry, body, files } = costs;
    const referenced = files.reduce((sum, { tokens }) => sum + tokens, 0);
    return { tokens: { counter, entry, body, files: referenced, named: files.length } };
  },
};
