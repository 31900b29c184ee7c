import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { withoutBom } from "../reading/decode.ts";
import { splitFenced } from "../reading/fences.ts";
import { fieldsOf, notLoaded, unreadable } from "../reading/outcomes.ts";

/** vercel-labs/skills: an installer, which offers only what has a name and a description. */
export const vercelSkillsCli: Client = {
  id: "vercel-skills-cli",
  title: "npx skills",
  reach: "niche",
  order: 140,
  versions: [
    {
      version: "1.7.4",
      versions: ">=1.7.4",
      evidence: "live",
      sources: ["npm skills 1.7.4 dist/cli.mjs", "vercel-labs/skills src/skills.ts@82dd76bd"],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const split = splitFenced(withoutBom(decodeUtf8Loosely(bytes)));
  const read = split && readYaml2(split.frontmatter);
  if (read && read.outcome !== "value") return unreadable(read, (message) => `YAML parse error: ${message}`);
  const { name, description, metadata } = fieldsOf(read?.value);
  if (!name || !description) {
    const missing = [...(name ? [] : ["name"]), ...(description ? [] : ["description"])];
    return notLoaded(
      split ? `${missing[0]} is missing` : "frontmatter is missing",
      `missing required frontmatter field(s): ${missing.join(", ")}`,
    );
  }
  if (typeof name !== "string" || typeof description !== "string")
    return notLoaded(
      `${typeof name === "string" ? "description" : "name"} is not a string`,
      `frontmatter "name" and "description" must be strings (got ${typeof name} and ${typeof description})`,
    );
  if (isObject(metadata) && metadata["internal"] === true) return notLoaded("metadata.internal is true");
  return { loads: true, name: onOneLine(name) || directory, description: onOneLine(description) };
}

/** Without what a terminal would obey, on one line. */
function onOneLine(text: string): string {
  return (
    withoutCommands(text)
      .replace(/\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]/g, "")
      .replace(/\x1b[\x20-\x7e]/g, "")
      // All control characters but tab, line feed and escape.
      .replace(/[\x80-\x9f\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]/g, "")
      .replace(/[\r\n]+/g, " ")
      .toWellFormed()
      .trim()
  );
}

/** Without what is between an opening of a terminal's command (OSC, DCS, PM, APC) and its end. */
function withoutCommands(text: string): string {
  return withoutSpans(withoutSpans(text, /\x1b\]/g, /\x07|\x1b\\/g), /\x1b[P^_]/g, /\x1b\\/g);
}

function withoutSpans(text: string, opening: RegExp, ending: RegExp): string {
  let [rest, at] = ["", 0];
  for (;;) {
    opening.lastIndex = at;
    const open = opening.exec(text);
    ending.lastIndex = open ? opening.lastIndex : text.length;
    if (!open || !ending.exec(text)) return rest + text.slice(at);
    rest += text.slice(at, open.index);
    at = ending.lastIndex;
  }
}
