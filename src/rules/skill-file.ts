import type { Finding } from "../model/rule.ts";
import { quote, show } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { refusalsAmong, withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { unreadForSize } from "./skill-file-size.ts";

export default defineRule({
  meta: {
    id: "skill-file",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#directory-structure",
    summary: "Reports a skill whose SKILL.md is absent, spelt in another way, or no file that can be read.",
    why: "Clients look for exactly SKILL.md; a file called skill.md is found on macOS and Windows and missed on Linux and in CI.",
    remedy:
      "Call the file SKILL.md, in capitals but for the ending, and make it a plain file at the skill's root.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    unreadForSize(skill)
      ? []
      : withClientFindings(skill, ["file-missing", "file-name", "unreadable"], findings(skill)),
});

function findings(skill: Skill): readonly Finding[] {
  const { document } = skill;
  if (!document) return [absent(skill)];
  return document.file === "SKILL.md" ? [] : [misspelt(skill, document.file)];
}

function misspelt(skill: Skill, file: string): Finding {
  return {
    file,
    refusals: refusalsAmong(skill, ["file-name", "file-missing"], "spec"),
    message: `${quote(file)} stands where "SKILL.md" was expected`,
    fixes: [
      {
        title: `Rename ${show(file)} to SKILL.md`,
        safe: false,
        operations: [{ kind: "rename", from: file, to: "SKILL.md" }],
      },
    ],
  };
}

function absent({ files, partial }: Skill): Finding {
  const file = "SKILL.md";
  const entry = files.find(({ path }) => path === file);
  if (!entry)
    return {
      file,
      refusals: [{ target: "spec", reason: "file-missing" }],
      message: `there is no ${quote(file)}`,
    };
  if (entry.kind !== "file" && entry.link?.leads !== "file")
    return {
      file,
      refusals: [{ target: "spec", reason: "unreadable" }],
      message: `${quote(file)} is ${kindOf(entry)}, expected a file`,
    };
  return {
    file,
    refusals: [{ target: "spec", reason: "unreadable" }],
    message: `${quote(file)} was not read: ${show(partial.find(({ path }) => path === file)?.reason ?? "no reason was given")}`,
  };
}

function kindOf({ kind, link }: FileEntry): string {
  if (kind === "directory") return "a directory";
  if (link?.leads === "nowhere") return `a link to ${quote(link.target)}, where nothing is`;
  // link-outside tells where it leads.
  if (link?.leads === "outside") return "a link that nobody follows";
  if (link) return `a link to ${quote(link.target)}, which is no file`;
  return "a FIFO, socket or device";
}
