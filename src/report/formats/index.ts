import type { Reporter } from "../../model/report.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

/** In the order in which the help lists them. */
export const formats = ["text", "json", "sarif", "github", "junit", "markdown"] as const;
export type Format = (typeof formats)[number];

export const reporters: Readonly<Record<Format, Reporter>> = { github, json, junit, markdown, sarif, text };
