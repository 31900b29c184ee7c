import { isMarkdown } from "../core/paths.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";
import { isInShellFence } from "./parts/shell-fences.ts";

const words = ["npx -", "bunx -", "uvx ", "pipx run ", " dlx ", "deno run "] as const;

export default defineRule({
  meta: {
    id: "command-unpinned",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#one-off-commands",
    summary:
      "Reports a command of a shell block that fetches and runs a package without a stated version, such as `uvx ruff`; plain `npx` runs what the project has and is left alone.",
    why: "Such a command runs what is newest on the day, so that a release can change or break the skill.",
    remedy: "State the version, such as `npx -y eslint@9.1.0` or `uvx ruff@0.8.0`.",
    severity: "info",
    words,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const seen = new Set<string>(ownNames(skill));
    const files = skill.texts.filter(
      (file) =>
        isMarkdown(file.path) &&
        words.some((word) => file.has(word)) &&
        !/(?:^|\/)readme\.\w+$/i.test(file.path),
    );
    return files.flatMap((file) => findings(file, seen));
  },
});

const runner =
  /(?:^|[;&|(])[ \t]*(?:[$%>][ \t]+)?(?:sudo[ \t]+)?(npx|bunx|uvx|pipx[ \t]+run|pnpm[ \t]+dlx|yarn[ \t]+dlx|deno[ \t]+run)((?:[ \t]+-{1,2}[A-Za-z][\w-]*(?:=[^\s;&|]*)?){0,8})[ \t]+([^\s;&|)]+)/gm;
/** A package's name alone, with its scope or, for Deno, its registry; not a path, an address or a placeholder. */
const bareName = /^(?:npm:|jsr:)?(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** The skill's own program is that of the skill's version, whatever that is. */
function ownNames({ document, name }: Skill): readonly string[] {
  const given = document?.frontmatter?.fields.get("name")?.value;
  return typeof given === "string" ? [name, given] : [name];
}

function findings(file: TextFile, seen: Set<string>): readonly Finding[] {
  const { path, source } = file;
  return Array.from(source.text.matchAll(runner)).flatMap((match): readonly Finding[] => {
    const [whole, command = "", options = "", name = ""] = match;
    if (
      !fetches(command, options, name) ||
      !bareName.test(name) ||
      seen.has(name) ||
      !isInShellFence(file.body, match.index)
    )
      return [];
    seen.add(name);
    const end = match.index + whole.length;
    return [
      {
        file: path,
        range: source.range(end - name.length, end),
        message: `${quote(`${command} ${name}`)} runs whichever version is newest, expected one that is stated`,
      },
    ];
  });
}

function fetches(command: string, options: string, name: string): boolean {
  // `npx --no-install` runs what is installed, and `uvx --from x y` names its package elsewhere.
  if (/--(?:no|no-install|from|package|offline)\b|-p\b/.test(options)) return false;
  if (command.startsWith("deno")) return /^(?:npm|jsr):/.test(name);
  if (command !== "npx" && command !== "bunx") return true;
  // What makes a project is wanted in its newest version, whoever answers its questions.
  return /(?:^|[ \t])(?:-y|--yes)\b/.test(options) && !name.startsWith("create-");
}
