import { decodeUtf8 } from "../../core/utf8.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { readMatter } from "../reading/gray-matter.ts";
import { withoutBom } from "../reading/decode.ts";
import { fieldsOf, notLoaded, unknownLoad, unreadable } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "executed",
  project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills", ".grok/skills"],
  user: [
    "~/.agents/skills",
    "~/.cursor/skills",
    "~/.cursor/skills-cursor",
    "~/.claude/skills",
    "~/.codex/skills",
    "~/.grok/skills",
  ],
  above: "cwd",
  depth: 10,
  insideSkills: true,
  hidden: false,
  packages: false,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: "all-kept",
  filesOnce: true,
  notes: ["the setting for third-party extensions turns .claude, .codex and .grok off"],
};

/**
 * From the SDK, whose bundle has the scan and the loader of the editor (class AgentSkillsCursorRulesService, run on
 * Node 24). The server lists the skills, which is not recorded.
 */
export const cursor: Client = {
  id: "cursor",
  title: "Cursor",
  reach: "common",
  order: 65,
  versions: [
    {
      version: "sdk-1.0.32",
      versions: "*",
      evidence: "executed",
      sources: ["npm @cursor/sdk 1.0.32 dist/bundled/index.js", "https://cursor.com/docs/skills"],
      checked: "2026-11-28",
      roots,
      load,
    },
  ],
};

// A skill has a path and no name, so none hides another.
function load({ directory, bytes }: LoadInput): LoadResult {
  if (isBinary(bytes)) {
    return notLoaded(
      "SKILL.md is not UTF-8, but binary",
      "Failed to read skill file: Binary file cannot be decoded as text",
    );
  }
  const text = bytes.includes(escape) || bytes.includes(0) ? undefined : decodeUtf8(bytes);
  if (text === undefined) return unknownLoad("SKILL.md is not plain UTF-8, and its encoding is guessed");
  const matter = readMatter(withoutBom(text));
  if (matter.outcome === "javascript") {
    return notLoaded("frontmatter is JavaScript, which is not run", "Description is required");
  }
  if (matter.outcome !== "value") {
    return unreadable(matter, (message) => `Failed to read skill file: ${message}`);
  }
  const fields = fieldsOf(matter.data);
  const surfaces = surfacesOf(fieldsOf(fields["metadata"])["surfaces"]);
  if (surfaces.length > 0 && !surfaces.includes("ide")) {
    return notLoaded("metadata.surfaces leaves out the editor");
  }
  if (fields["alwaysApply"] === true) return notLoaded("alwaysApply makes it a rule");
  const { description } = fields;
  if (!description || typeof description !== "string") {
    const problem =
      description === undefined ? "is missing" : description === "" ? "is empty" : "is not a string";
    return notLoaded(`description ${problem}`, "Description is required");
  }
  const listed = description.slice(0, 1536);
  return {
    loads: true,
    name: directory,
    description,
    ...(listed !== description && { listed }),
    ...(fields["disable-model-invocation"] === true && { hidden: true }),
  };
}

const escape = 27;

/** Control characters at the beginning, but not as many null bytes as in UTF-16 and UTF-32, which are read. */
function isBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096);
  const first = bytes.subarray(0, 100);
  const marks = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (marks || first.filter((byte) => byte === 0).length * 5 >= first.length) return false;
  const controls = start.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
  return start.includes(0) || controls.length * 20 >= Math.max(start.length, 1);
}

function surfacesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string"
    ? value
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean)
    : [];
}
