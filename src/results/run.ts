import type { SessionResult } from "../model/agent.ts";

/** The data of the report of `skills run`. */
export type RunData = SessionResult;
