import type { Reporter } from "../core/report.ts";
import { json } from "./json.ts";
import { text } from "./text.ts";

export const reporters = { json, text } as const satisfies Record<string, Reporter>;
export type Format = keyof typeof reporters;
