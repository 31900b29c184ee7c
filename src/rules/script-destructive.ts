import type { Finding } from "../model/rule.ts";
import type { Script, ScriptLanguage } from "../model/script.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

const words = ["rm -", "push", "reset --hard", "kubectl", "destroy", "rmtree", "drop ", "clean -"] as const;

export default defineRule({
  meta: {
    id: "script-destructive",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#further-considerations",
    summary:
      "Reports a script that deletes or overwrites what cannot be restored, without a dry run or a confirmation.",
    why: "An agent may call the script to see what it does, or with a wrong argument.",
    remedy: "Add a `--dry-run` that shows what would be done, or do nothing without `--confirm`.",
    severity: "info",
    off: true,
    words: [...words, "dry-run", "dry_run", "dryrun", "confirm", "--force", "--yes"],
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) =>
    scripts
      .filter(({ file }) => words.some((word) => file.has(word)) && !careful.some((word) => file.has(word)))
      .flatMap(finding),
});

const careful = ["dry-run", "dry_run", "dryrun", "confirm", "--yes"] as const;

/** `rm -rf` of what a variable or a person names: what the script has made itself is mostly named by a fixed word. */
const destroys: Partial<Readonly<Record<ScriptLanguage, RegExp>>> = {
  shell:
    /(?<![\w-])(?:rm[ \t]+-(?:rf|fr|r[ \t]+-f)[ \t]+"?\$\{?(?:[1-9@*]|(?:HOME|target|dir|path|project|dest)\w*)|git[ \t]+push[ \t][^\n;&|]{0,200}(?:--force(?!-with-lease)|-f)\b|git[ \t]+(?:reset[ \t]+--hard|clean[ \t]+-\w*f)|kubectl[ \t]+delete\b|terraform[ \t]+destroy\b)/gi,
  python: /\bshutil\.rmtree\(\s*(?:args\.|sys\.argv)/g,
};

function finding(script: Script): readonly Finding[] {
  const {
    file: { path, source },
    language,
  } = script;
  const pattern = destroys[language];
  // Its first word must be code: what stands in a comment or is printed does nothing.
  const match =
    pattern &&
    Array.from(source.text.matchAll(pattern)).find(
      ({ 0: written, index }) => script.code.charAt(index) === written.charAt(0),
    );
  if (!match) return [];
  const range = source.range(match.index, match.index + match[0].length);
  return [
    {
      file: path,
      range,
      message: `${quote(source.slice(range))} cannot be undone, expected a dry run or a confirmation before it`,
    },
  ];
}
