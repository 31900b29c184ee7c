import type { SessionResult } from "../agent.ts";

/** The data of the report of `skills run`. */
export type RunData = SessionResult;
