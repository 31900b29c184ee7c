/**
 * How a fact is known: "live": the released client was run and its answer recorded; "executed": its loader, or its
 * parser and the checks around it, was run on the cases; "read": its source was read; "documented": only its
 * documentation was read.
 */
export type Evidence = "live" | "executed" | "read" | "documented";
