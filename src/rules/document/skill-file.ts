import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { FileEntry } from "../../model/source.ts";
import { refusalsAmong, withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { unreadForSize } from "./size.ts";

export default defineRule({
  meta: {
    id: "skill-file",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#directory-structure",
    summary: "Reports a skill without a readable file that is named exactly SKILL.md.",
    why: "Clients look for exactly SKILL.md; a file named skill.md is found on macOS and Windows but not on Linux and in CI.",
    remedy:
      "Name the file SKILL.md, with `.md` in lower case, and make it a regular file in the skill's root.",
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
  return document.file === "SKILL.md" ? [] : [wrongName(skill, document.file)];
}

function wrongName(skill: Skill, file: string): Finding {
  return {
    file,
    refusals: refusalsAmong(skill, ["file-name", "file-missing"], "spec"),
    message: `${quote(file)} must be named "SKILL.md"`,
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
      message: `${quote(file)} is missing`,
    };
  if (entry.kind !== "file" && entry.link?.leads !== "file")
    return {
      file,
      refusals: [{ target: "spec", reason: "unreadable" }],
      message: `${quote(file)} is ${kindOf(entry)}; replace it with a regular file`,
    };
  return {
    file,
    refusals: [{ target: "spec", reason: "unreadable" }],
    message: `${quote(file)} was not read: ${show(partial.find(({ path }) => path === file)?.reason ?? "unknown reason")}`,
  };
}

function kindOf({ kind, link }: FileEntry): string {
  if (kind === "directory") return "a directory";
  if (link?.leads === "nowhere") return `a symlink to ${quote(link.target)}, which does not exist`;
  // The target of the symlink is reported by link-outside.
  if (link?.leads === "outside") return "a symlink out of the skill, which is not followed";
  if (link) return `a symlink to ${quote(link.target)}, which is not a file`;
  return "a FIFO, socket or device";
}
