import type { Reporter } from "../core/report.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

export const reporters = { github, json, junit, markdown, sarif, text } as const satisfies Record<string, Reporter>;
export type Format = keyof typeof reporters;
