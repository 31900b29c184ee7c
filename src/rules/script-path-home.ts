import type { Finding } from "../core/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../core/skill.ts";
import type { TextFile } from "../core/text-file.ts";
import { defineRule } from "./define.ts";

const words = ["/users/", "/home/", ":\\users\\", ":/users/"] as const;

export default defineRule({
  meta: {
    id: "script-path-home",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary: "Reports a path in somebody's home directory, as `/Users/jane/…`, in Markdown and in scripts.",
    why: "Nobody else has that directory, so that the command fails for them; and it tells whoever reads the skill what its author is called.",
    remedy: "Write the path from the skill's root, from `~` or from `$HOME`.",
    severity: "warning",
    needs: ["text"],
    words,
    since: "0.1.0",
  },
  check: ({ subject: skill }) => filesOf(skill).filter((file) => words.some((word) => file.has(word))).flatMap(findings),
});

function filesOf({ texts, scripts }: Skill): readonly TextFile[] {
  const run = new Set(scripts.map(({ file }) => file));
  return texts.filter((file) => run.has(file) || /\.(?:md|markdown|mdx)$/i.test(file.path));
}

/** What leads there comes second, as few places hold either word. */
const home = /(?:Users|home)(?<=(?<![\w.~$}%*-])(\/|[A-Za-z]:[\\/]{1,2})(?:Users|home))[\\/]{1,2}([A-Za-z][\w.-]{0,63})(?=[/\\])/g;

/** Names that stand for the reader's own, and accounts that are the same on every machine of their kind. */
const nobodys = /^(?:you|your.*|my.*|me|user\d*|username|user[-_]?name|name|home|someone|somebody|someuser|x+|foo|bar|baz|test.*|example.*|dev|developer|demo|admin|runner|runneradmin|ubuntu|vscode|codespace|node|app|root|ec2-user|azureuser|debian|pi|coder|agent|claude|sandbox|linuxbrew|jovyan|git|deploy|public|default|shared|all|alice|bob|carol|eve|jane|john|jane\W?doe|john\W?doe|jdoe)$/i;

/** Before a path in what a program has printed: a message, a stack or a traceback. */
const output = /(?:\b(?:error|failed|failure|warning)\b[^\n]*|^[ \t]*at [^\n]*|\bFile ")$/im;
const lookBack = 120;

/** One for each name in a file. */
function findings(file: TextFile): readonly Finding[] {
  // The pattern is ASCII, and most files that hold it name nobody.
  if (!Array.from(file.bytes.matchAll(home)).some(([, , name = ""]) => !nobodys.test(name))) return [];
  const { path, source } = file;
  const seen = new Set<string>();
  return Array.from(source.text.matchAll(home)).flatMap(({ 0: written, 1: lead = "", 2: name = "", index }): readonly Finding[] => {
    const start = index - lead.length;
    if (nobodys.test(name) || seen.has(name) || output.test(source.text.slice(Math.max(0, start - lookBack), start))) return [];
    seen.add(name);
    return [{ file: path, range: source.range(start, index + written.length), message: `${quote(lead + written)} is one user's home directory, expected a path from the skill's root, ~ or $HOME` }];
  });
}
