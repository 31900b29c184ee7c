import type { Range } from "../../core/place.ts";
import type { Finding } from "../../model/rule.ts";
import type { Script, ScriptLanguage } from "../../model/script.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

const words = ["rm -", "push", "reset --hard", "kubectl", "destroy", "rmtree", "drop ", "clean -"] as const;

export default defineRule({
  meta: {
    id: "script-destructive",
    category: "files",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#further-considerations",
    summary:
      "Reports a script that deletes or overwrites data irreversibly, without a dry run or a confirmation.",
    why: "An agent may run the script to see what it does, or with a wrong argument.",
    remedy: "Add a `--dry-run` option that shows what would change, or do nothing without `--confirm`.",
    severity: "info",
    off: true,
    words: [...words, "dry-run", "dry_run", "dryrun", "confirm", "--force", "--yes"],
    since: "0.1.0",
  },
  check: ({ subject: { scripts } }) =>
    scripts.filter(({ file }) => file.hasAny(words) && !file.hasAny(careful)).flatMap(finding),
});

const careful = ["dry-run", "dry_run", "dryrun", "confirm", "--yes"] as const;

/**
 * Commands that cannot be undone, by language. `rm -rf` counts only if the path is in a variable or an argument, as
 * files that the script itself created usually have fixed names.
 */
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
  // The first character must be code: a command in a comment or a string does not run.
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
      message: `${quote(excerpt(source.text, range))} cannot be undone; add a dry run or a confirmation`,
    },
  ];
}

/** The command, with the closing quote of a quoted argument at its end. */
function excerpt(text: string, { start, end }: Range): string {
  const written = text.slice(start.offset, end.offset);
  const isOpen = written.split('"').length % 2 === 0 && text[end.offset] === '"';
  return isOpen ? `${written}"` : written;
}
