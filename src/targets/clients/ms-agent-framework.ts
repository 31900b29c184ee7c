import { codePointLength, spaceEnd, strip, stripEnd } from "../../dialects/python/text.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { splitAtWanted } from "../reading/fences.ts";
import { longestDescription, longestName, readTextFile, refuse } from "../reading/python.ts";

/** Microsoft Agent Framework for Python: no YAML, but one pattern for "key: value" and a reader of block scalars. */
export const msAgentFramework: Client = {
  id: "ms-agent-framework",
  title: "Microsoft Agent Framework",
  reach: "niche",
  order: 340,
  versions: [
    {
      variant: "python",
      version: "5eb3eb74",
      versions: "*",
      evidence: "executed",
      sources: ["microsoft/agent-framework python/packages/core/agent_framework/_skills.py@5eb3eb74"],
      checked: "2026-11-22",
      load,
    },
  ],
};

const nameRule = /^[a-z0-9]+(?:-[a-z0-9]+)*\n?$/;

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = readTextFile(bytes);
  if (typeof text !== "string") return text;
  const frontmatter = findFrontmatter(text.replace(/^\ufeff/, ""));
  if (frontmatter === undefined)
    return refuse(
      "frontmatter is missing or not closed",
      "SKILL.md does not contain valid YAML frontmatter delimited by '---'",
    );
  const fields = readPairs(frontmatter);
  const [name = "", description = "", compatibility = ""] = [
    fields.get("name"),
    fields.get("description"),
    fields.get("compatibility"),
  ];
  if (strip(name) === "") return refuse("name is missing", "Skill is missing a name.");
  if (codePointLength(name) > longestName || !nameRule.test(name))
    return refuse(
      "name is not lower-case words with single hyphens, or too long",
      `Skill has an invalid name '${name}': Must be ${longestName} characters or fewer, using only lowercase letters, numbers, and hyphens, and must not start or end with a hyphen or contain consecutive hyphens.`,
    );
  if (strip(description) === "")
    return refuse("description is missing", `Skill '${name}' is missing a description.`);
  if (codePointLength(description) > longestDescription)
    return refuse(
      "description has more than 1,024 characters",
      `Skill '${name}' has an invalid description: Must be ${longestDescription} characters or fewer.`,
    );
  if (codePointLength(compatibility) > 500)
    return refuse(
      "compatibility has more than 500 characters",
      `Skill '${name}' has an invalid compatibility: Must be 500 characters or fewer.`,
    );
  if (name !== directory)
    return refuse(
      "name does not match its directory",
      `SKILL.md has frontmatter name '${name}' that does not match the directory name '${directory}'`,
    );
  // Its tool delivers the whole file, with the frontmatter.
  return { loads: true, name, description };
}

/** `---\s*$(.+?)^---\s*$`: between a first and a later line of dashes. */
function findFrontmatter(text: string): string | undefined {
  const isFence = (line: string): boolean => stripEnd(line) === "---";
  const split = splitAtWanted(text, isFence, isFence);
  return typeof split === "object" ? strip(split.frontmatter) : undefined;
}

const key = /[\p{L}\p{N}_-]+/uy;

/** `^([\w-]+)\s*:\s*(?:["'](.+?)["']|(.+?))\s*$`: a value may be on a later line than its key. Keys in lower case. */
function readPairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at < text.length; at = nextLine(text, at)) {
    key.lastIndex = at;
    const name = key.exec(text)?.[0];
    const colon = name === undefined ? -1 : spaceEnd(text, at + name.length);
    if (name === undefined || text[colon] !== ":") continue;
    const start = spaceEnd(text, colon + 1);
    if (start === text.length) continue;
    at = nextLine(text, start) - 1;
    const value = stripEnd(text.slice(start, at));
    pairs.set(name.toLowerCase(), readValue(text, value, at));
  }
  return pairs;
}

/** The offset of the next line, or of the end. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return (end === -1 ? text.length : end) + 1;
}

function readValue(text: string, value: string, end: number): string {
  const quoted = /^["'](?=..)/.test(value) && /["']$/.test(value);
  if (quoted) return value.slice(1, -1);
  if (!/^[|>]/.test(value) || end >= text.length) return value;
  // An empty line right after the header belongs to the pattern's match.
  const from = text[end + 1] === "\n" ? spaceRun(text, end) : end + 1;
  return readBlock(text.slice(from).split("\n"), value);
}

/** The offset of the last of the empty lines at the offset. */
function spaceRun(text: string, end: number): number {
  let at = end;
  while (text[at + 1] === "\n") at++;
  return at + 1;
}

function readBlock(lines: readonly string[], header: string): string {
  const block: string[] = [];
  for (const line of lines) {
    if (strip(line) === "") block.push("");
    else if (/^[ \t]/.test(line)) block.push(line);
    else break;
  }
  while (block.at(-1) === "") block.pop();
  if (block.length === 0) return "";
  const indents = block
    .filter((line) => line !== "")
    .map((line) => line.length - line.replace(/^[ \t]+/, "").length);
  const indent = Math.min(...indents);
  const texts = block.map((line) => line.slice(indent));
  const literal = header.startsWith("|");
  const text = literal ? texts.join("\n") : texts.filter((line) => line !== "").join(" ");
  return header[1] === "+" || (literal && header[1] !== "-") ? `${text}\n` : text;
}
