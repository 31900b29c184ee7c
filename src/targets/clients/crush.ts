import { decodeUtf8, decodeUtf8Loosely, utf8Length } from "../../core/utf8.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { type GoStruct, readGoStruct } from "../../yaml/theirs/go-yaml.ts";
import { escapeXml, listedAs } from "../reading/catalog-text.ts";
import { unixLines, withoutBom } from "../reading/decode.ts";
import { splitAtWanted } from "../reading/fences.ts";
import { notLoaded, unknownLoad } from "../reading/outcomes.ts";
import { trimRust } from "../reading/rust.ts";

const roots: RootRules = {
  evidence: "executed",
  project: [".agents/skills", ".crush/skills", ".claude/skills", ".cursor/skills"],
  user: ["~/.config/crush/skills", "~/.config/agents/skills", "~/.agents/skills", "~/.claude/skills"],
  variables: { XDG_CONFIG_HOME: "~/.config" },
  above: "cwd-and-root",
  depth: Infinity,
  insideSkills: true,
  hidden: true,
  packages: true,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: "unspecified",
  notes: [
    "of skills of one name, the last by absolute path loads",
    "CRUSH_SKILLS_DIR replaces all directories of the user",
    "options.skills_paths adds directories, options.disabled_skills leaves out skills",
  ],
};

/** Crush: yaml.v3 into a struct; lengths in bytes, and the name is the directory's except for case. */
export const crush: Client = {
  id: "crush",
  title: "Crush",
  reach: "niche",
  order: 272,
  versions: [
    {
      version: "37f36e93",
      versions: "*",
      evidence: "executed",
      sources: [
        "charmbracelet/crush internal/skills/skills.go@37f36e93",
        "charmbracelet/crush internal/config/load.go@37f36e93",
      ],
      checked: "2026-11-28",
      roots,
      load,
    },
  ],
};

const shape: GoStruct = {
  name: "string",
  description: "string",
  "user-invocable": "boolean",
  "disable-model-invocation": "boolean",
  license: "string",
  compatibility: "string",
  metadata: "strings",
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const split = splitText(unixLines(withoutBom(decodeUtf8Loosely(bytes))));
  if (!split) return notLoaded("frontmatter is missing", "no YAML frontmatter found");
  if (split === "open") return notLoaded("frontmatter is not closed", "unclosed frontmatter");
  const { frontmatter } = split;
  if (decodeUtf8(bytes) === undefined && frontmatter.includes("\ufffd"))
    return notLoaded("frontmatter is not valid YAML");
  const read = readGoStruct(frontmatter, shape);
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  if (read.outcome !== "value")
    return notLoaded(
      read.outcome === "misfit" ? read.reason : "frontmatter is not valid YAML",
      `parsing frontmatter: ${read.message}`,
    );
  const textOf = (field: string): string => String(read.fields.get(field) ?? "");
  const [name, description] = [textOf("name"), textOf("description")];
  const problem = problemOf(name, description, textOf("compatibility"), directory);
  if (problem) return notLoaded(...problem);
  return {
    loads: true,
    name,
    description,
    ...listedAs(escapeXml(description), description),
    ...(read.fields.get("disable-model-invocation") === true && { hidden: true }),
  };
}

/** Splits at the first line that is not blank, which is "---", and the next such line, both with any white space. */
function splitText(text: string): ReturnType<typeof splitAtWanted> {
  const isDashes = (line: string): boolean => trimRust(line) === "---";
  const first = /[^\s\x85]|\ufeff/u.exec(text)?.index ?? text.length;
  return splitAtWanted(text.slice(text.lastIndexOf("\n", first) + 1), isDashes, isDashes);
}

/** The first problem, in our words and the client's. Lengths are those of UTF-8. */
function problemOf(
  name: string,
  description: string,
  compatibility: string,
  directory: string,
): readonly [reason: string, said: string] | undefined {
  if (name === "") return ["name is missing", "name is required"];
  if (utf8Length(name) > 64) return ["name has more than 64 characters", "name exceeds 64 characters"];
  if (!/^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/.test(name))
    return [
      "name has characters other than letters, digits and single hyphens between them",
      "name must be alphanumeric with hyphens, no leading/trailing/consecutive hyphens",
    ];
  if (name.toLowerCase() !== directory.toLowerCase())
    return ["name does not match its directory", `name "${name}" must match directory "${directory}"`];
  if (description === "") return ["description is missing", "description is required"];
  if (utf8Length(description) > 1024)
    return ["description has more than 1,024 bytes", "description exceeds 1024 characters"];
  return utf8Length(compatibility) > 500
    ? ["compatibility has more than 500 bytes", "compatibility exceeds 500 characters"]
    : undefined;
}
