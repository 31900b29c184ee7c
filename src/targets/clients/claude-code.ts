import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readBunYaml } from "../../yaml/theirs/js/bun.ts";
import type { YamlRead } from "../../yaml/theirs/value-reader.ts";
import type { DescriptionCut } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { argumentNames, withArguments } from "./parts/claude-arguments.ts";
import { cutUnits, escapeAngles, visibleText } from "../reading/catalog-text.ts";
import { type SplitText, splitAtAnyDashes } from "../reading/fences.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".claude/skills"],
  user: ["~/.claude/skills"],
  variables: { CLAUDE_CONFIG_DIR: "~/.claude" },
  above: "up-to-root",
  depth: 1,
  insideSkills: false,
  hidden: true,
  rootItself: "ignored",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [["~/.claude/skills"], [".claude/skills"]],
  filesOnce: true,
};

const cut: DescriptionCut = { max: 1536, unit: "utf-16", ellipsis: "…" };

/**
 * Claude Code: every SKILL.md loads, under the name of its directory. What it cannot read as YAML it repairs line by
 * line; if that fails too, the skill has no fields and its description is the first line of the body.
 */
export const claudeCode: Client = {
  id: "claude-code",
  title: "Claude Code",
  reach: "common",
  order: 10,
  hook: {
    file: ".claude/settings.json",
    event: "PostToolUse",
    tools: "Write|Edit|MultiEdit",
    project: "CLAUDE_PROJECT_DIR",
    source: "run: npm @anthropic-ai/claude-code 2.1.332",
  },
  versions: [
    {
      version: "2.1.332",
      versions: ">=2.1.330",
      evidence: "live",
      sources: ["npm @anthropic-ai/claude-code 2.1.332"],
      checked: "2026-11-28",
      roots,
      takesArguments: "in-body",
      load: (input) => {
        const reason = refusedDirectory(input.directory);
        if (reason) return { loads: false, reason };
        return load(input, {
          split: (text) => splitAtAnyDashes(text.replace(/^\ufeff/, "")),
          isTrue: (value) =>
            typeof value !== "object" &&
            ["true", "yes", "on", "1"].includes(String(value).trim().toLowerCase()),
          dropsNumbers: false,
          listed: (description) => escapeAngles(visibleText(description)),
        });
      },
      catalog: {
        order: { by: "directory", compare: "locale" },
        cut,
        format: {
          before: "The following skills are available for use with the Skill tool:\n\n",
          after: "",
          separator: "\n",
          entry: ({ name }, description) => (description ? `- ${name}: ${description}` : `- ${name}`),
        },
        // 1% of the context window, at 3 columns a token for this model and 4 for older ones.
        budget: {
          overflow: "fill",
          unit: "columns",
          limit: 30_000,
          own: 6_075,
          assumes:
            "Claude Opus 5.5 (8,000 for a model with a context window of 200,000 tokens), no skill used before",
        },
      },
    },
    {
      version: "2.1.197",
      versions: "2.1.197",
      evidence: "live",
      sources: ["npm @anthropic-ai/claude-code 2.1.197"],
      checked: "2026-11-22",
      load: (input) =>
        load(input, {
          split: (text) => {
            const split = splitAtAnyDashes(text);
            // Its reader stops at NUL.
            return split && { ...split, frontmatter: split.frontmatter.split("\0", 1)[0] ?? "" };
          },
          isTrue: (value) => value === true || value === "true",
          dropsNumbers: true,
          listed: (description) => description,
        }),
    },
  ],
};

/** What differs between versions. */
interface Settings {
  readonly split: (text: string) => SplitText | undefined;
  readonly isTrue: (value: unknown) => boolean;
  /** Whether `$0` and `$ARGUMENTS[0]` become empty if the skill is called without arguments. */
  readonly dropsNumbers: boolean;
  /** The description as the catalog shows it, before it is cut. */
  readonly listed: (description: string) => string;
}

function load({ directory, bytes, args = "" }: LoadInput, settings: Settings): LoadResult {
  const text = decodeUtf8Loosely(bytes);
  const split = settings.split(text);
  const body = split?.body ?? text;
  const read = split && readFields(split);
  if (read?.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  const value = read?.outcome === "value" ? read.value : undefined;
  const isMap = typeof value === "object" && !Array.isArray(value);
  const fields: Readonly<Record<string, unknown>> = isMap ? { ...value } : {};
  const forModel = !settings.isTrue(fields["disable-model-invocation"]);
  if (waitsForFiles(fields["paths"]))
    return { loads: false, reason: "not available until a file that matches `paths` is used" };
  const description = textOf(fields["description"]) ?? firstLine(body);
  const whenToUse = String(fields["when_to_use"] ?? "");
  const whole = whenToUse ? `${description} - ${whenToUse}` : description;
  const shown = cutUnits(settings.listed(whole), cut.max, cut.ellipsis);
  const title = textOf(fields["name"]);
  return {
    loads: true,
    name: directory,
    ...(title !== undefined && title !== directory && { listedName: `${directory} (${title})` }),
    description,
    ...(shown !== description && { listed: shown }),
    body: withArguments(body, {
      names: argumentNames(fields["arguments"]),
      args,
      dropsNumbers: settings.dropsNumbers,
    }),
    ...(!forModel && { hidden: true }),
    ...(!isMap && { fallback: true, metadataLost: true }),
  };
}

function readFields({ frontmatter }: SplitText): YamlRead {
  const read = readBunYaml(frontmatter);
  return read.outcome === "error" ? readBunYaml(repaired(frontmatter)) : read;
}

/** Tabs that indent become two spaces each, and values with characters that YAML reserves are quoted. */
function repaired(frontmatter: string): string {
  const lines = frontmatter.split("\n").map((line) => {
    const [, key, value] = /^([A-Za-z_-]+):\s+(\S.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined)
      return line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length));
    if (/^(?:".*"|'.*')$/.test(value) || !/[{}[\]*&#!|>%@`]|: /.test(value) || isList(value)) return line;
    return `${key}: "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  });
  return lines.join("\n");
}

/** Whether the value is a list in brackets that can be read. */
function isList(value: string): boolean {
  if (!value.startsWith("[") || !value.endsWith("]")) return false;
  const read = readBunYaml(value);
  return read.outcome === "value" && Array.isArray(read.value);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value.trim() || undefined : undefined;
}

/** The first line of the body that is not blank, without the marks of a heading. */
function firstLine(body: string): string {
  const line = body
    .split("\n")
    .map((each) => each.trim())
    .find((each) => each !== "");
  if (line === undefined) return "Skill";
  return cutUnits(/^#+\s+(\S.*)$/.exec(line)?.[1] ?? line, 100, "...");
}

/** A skill with `paths` is not available until a file that they match is used. */
function waitsForFiles(paths: unknown): boolean {
  const patterns = (Array.isArray(paths) ? paths : [paths])
    .flatMap((each) => (typeof each === "string" ? each.split(",") : []))
    .map((each) => each.trim().replace(/\/\*\*$/, ""))
    .filter((each) => each !== "");
  return patterns.some((each) => each !== "**");
}

/** Names that could be mistaken for other text of the catalog, and one that the client reserves. */
function refusedDirectory(directory: string): string | undefined {
  if (directory.toLowerCase() === "synced") return "directory name is reserved";
  const ambiguous =
    visibleText(directory) !== directory ||
    /[<>]|^\s|\s$|\s\s|[^\S ]|^:|:$|:\s|\s:/.test(directory) ||
    /\p{Cf}/u.test(directory);
  return ambiguous ? "directory name has characters that are not allowed" : undefined;
}
