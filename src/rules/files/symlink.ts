import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "file-symlink",
    category: "portability",
    origin: "guidance",
    source: "https://git-scm.com/docs/git-config#Documentation/git-config.txt-coresymlinks",
    summary: "Reports symlinks inside a skill that Git tracks, or all if the skill is in no repository.",
    why: "Git for Windows has `core.symlinks` off by default: there the symlink is checked out as a text file with the path of its target, and an agent reads that path instead of the content.",
    remedy:
      "Replace the symlink with a copy, refer to its target instead, or ask users on Windows to set `core.symlinks`.",
    severity: "info",
    since: "0.1.0",
  },
  // One note for all, as they have one remedy; other symlinks are findings of link-outside and file-kind.
  check({ subject: { files, context } }) {
    const tracked = new Set(context.trackedLinks);
    const links = files.filter(
      ({ path, link }) => tracked.has(path) && (link?.leads === "file" || link?.leads === "directory"),
    );
    const [first] = links;
    if (!first) return [];
    const what =
      links.length === 1
        ? `${quote(first.path)} is a symlink`
        : `${quote(first.path)} and ${links.length - 1} more are symlinks`;
    return [{ file: first.path, message: `${what}, checked out as text on Windows without core.symlinks` }];
  },
});
