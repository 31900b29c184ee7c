import { isMarkdown } from "../../core/paths.ts";
import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import { fenceAt } from "../parts/outline.ts";
import { isInShellFence } from "./parts/shell-fences.ts";

const words = ["npx -", "bunx -", "uvx ", "pipx run ", " dlx ", "deno run "] as const;

export default defineRule({
  meta: {
    id: "command-unpinned",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#one-off-commands",
    summary:
      "Reports a command in a shell block, or in a sentence that says to run it, that fetches and runs a package without a version, such as `uvx ruff`; plain `npx` is not reported, as it runs the version that is installed in the project.",
    why: "Such a command runs the newest version, so a release can change or break the skill.",
    remedy: "Pin the version: `npx -y eslint@9.1.0` or `uvx ruff@0.8.0`.",
    severity: "info",
    words,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const seen = new Set<string>(ownNames(skill));
    const files = skill.texts.filter(
      (file) => isMarkdown(file.path) && file.hasAny(words) && !/(?:^|\/)readme\.\w+$/i.test(file.path),
    );
    return files.flatMap((file) => findings(file, seen));
  },
});

/** Options whose value is the next word. */
const withValue = String.raw`--(?:python|with|with-editable|with-requirements|index|index-url|default-index|extra-index-url|find-links|env-file|directory|project|config-file|cache-dir|constraints|overrides|exclude-newer|resolution|prerelease|pip-args|spec|from|package|workspace|call)(?=[ \t])|-[pcwf](?=[ \t])`;

const runner = new RegExp(
  String.raw`(?:^|[;&|(\x60])[ \t]*(?:[$%>][ \t]+)?(?:sudo[ \t]+)?(npx|bunx|uvx|pipx[ \t]+run|pnpm[ \t]+dlx|yarn[ \t]+dlx|deno[ \t]+run)((?:[ \t]+(?:(?:${withValue})[ \t]+[^\s;&|]+|(?!${withValue})-{1,2}[A-Za-z][\w-]*(?:=[^\s;&|]*)?)){0,8})[ \t]+([^\s;&|)\x60]+)`,
  "gm",
);
/** A package name with its scope or, for Deno, its registry; not a path, URL or placeholder. */
const bareName = /^(?:npm:|jsr:)?(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** Names of the skill's own program, which does not need a version. */
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
      !(isInShellFence(file.body, match.index) || isInstruction(file, match.index))
    )
      return [];
    seen.add(name);
    const end = match.index + whole.length;
    return [
      {
        file: path,
        range: source.range(end - name.length, end),
        message: `${quote(`${command}${agreed(options)} ${name}`)} runs the newest version; write \`${show(pinned(command, name))}\``,
      },
    ];
  });
}

/** The option that lets npx fetch a package without asking, as it is written; without it, `npx` is not reported. */
function agreed(options: string): string {
  const [option] = /(?<=\s)(?:-y|--yes)(?!\S)/.exec(options) ?? [];
  return option === undefined ? "" : ` ${option}`;
}

/** Words after which code is a command to run, at the start of a line or in a sentence. */
const orders =
  /(?:^[ \t>]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?|\b(?:run|running|execute|use|using|via|with|invoke|try|call)\b[^`\n.;|]{0,40})$/i;

/** Whether inline code begins at the offset and the text before it says to run it. */
function isInstruction({ source: { text }, body }: TextFile, at: number): boolean {
  if (text.charAt(at) !== "`" || text.charAt(at - 1) === "`" || fenceAt(body, at)) return false;
  const before = text.slice(Math.max(0, at - 80), at);
  return (
    !/\b(?:do not|don['’]t|never|avoid|instead of|rather than)\b/i.test(before) &&
    orders.test(before.slice(before.lastIndexOf("\n") + 1))
  );
}

function pinned(command: string, name: string): string {
  return `${command} ${name}${command.startsWith("pipx") ? "==" : "@"}<version>`;
}

function fetches(command: string, options: string, name: string): boolean {
  // `npx --no-install` runs an installed package, and for `uvx --from x y` the package is the option's value.
  if (/--(?:no|no-install|from|package|spec|offline)\b|-p\b/.test(options)) return false;
  if (command === "uvx" && /^python[\d.]*$/.test(name)) return false;
  if (command.startsWith("deno")) return /^(?:npm|jsr):/.test(name);
  if (command !== "npx" && command !== "bunx") return true;
  // Project generators such as `create-vite` are meant to run in their newest version.
  return /(?:^|[ \t])(?:-y|--yes)\b/.test(options) && !name.startsWith("create-");
}
