import { isMarkdown } from "../core/paths.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { defineRule } from "./define.ts";

const words = ["/users/", "/home/", ":\\users\\", ":/users/"] as const;

export default defineRule({
  meta: {
    id: "home-path",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#referencing-scripts-from-skill-md",
    summary:
      "Reports a path into somebody's home directory, such as `/Users/maria/…`, in Markdown and in scripts.",
    why: "Nobody else has that directory, so that the command fails for them; and every reader of the skill learns the name of its author's account.",
    remedy:
      "Write the path from the skill's root, from `~` or from `$HOME`; where any account is meant, write USERNAME.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    filesOf(skill)
      .filter((file) => words.some((word) => file.has(word)))
      .flatMap(findings),
});

function filesOf({ texts, scripts }: Skill): readonly TextFile[] {
  const run = new Set(scripts.map(({ file }) => file));
  return texts.filter((file) => run.has(file) || isMarkdown(file.path) || /\.txt$/i.test(file.path));
}

/** What leads there comes second, as few places hold either word. */
const home =
  /(?:Users|home)(?<=(?<![\w.~$}>)%*-])(\/|[A-Za-z]:[\\/]{1,2})(?:Users|home))[\\/]{1,2}([A-Za-z][\w.-]{0,63})(?=[/\\])/g;

/** Names that stand for anybody, and those of accounts that images and services come with. */
const anybody =
  /^(?:you|your.*|my|my[-_]?(?:account|home|name|self|user|username)|me|user(?:[-_\d].*|name)?|name|home|someone|somebody|some-?user|x+|foo|bar|baz|test.*|example.*|dev|devuser|dev-user|developer|demo|admin|administrator|runner|runneradmin|ubuntu|vagrant|vscode|codespace|codespaces|gitpod|circleci|jenkins|docker|container|node|nonroot|nobody|app|appuser|web|work|workspace|root|ec2-user|azureuser|debian|pi|coder|builder|agent|claude|openclaw|sandbox|linuxbrew|jovyan|git|deploy|public|default|shared|all|local-?user|www|www-data|alice|bob|carol|charlie|dave|eve|jane|joe|john|jane\W?doe|john\W?doe|j\W?doe)$/i;

/** Before a path in what a program has printed: a message, a stack or a traceback. */
const printed = /(?:\b(?:error|failed|failure|warning)\b[^\n]*|^[ \t]*at [^\n]*|\bFile ")$/im;
const lookBack = 120;

/** How many paths of one file are weighed: a real one is not the thousandth. */
const weighed = 200;

/** One for each account in a file. */
function findings(file: TextFile): readonly Finding[] {
  // The pattern is ASCII, and most files that hold it name nobody.
  if (!Array.from(file.bytes.matchAll(home)).some(isSomebody)) return [];
  const { path, source } = file;
  const outputs = outputsOf(file);
  const seen = new Set<string>();
  return Array.from(source.text.matchAll(home))
    .filter(isSomebody)
    .slice(0, weighed)
    .flatMap(({ 0: written, 1: lead = "", 2: account = "", index }): readonly Finding[] => {
      const start = index - lead.length;
      const said = source.text.slice(Math.max(0, start - lookBack), start);
      if (
        seen.has(account) ||
        printed.test(said) ||
        outputs.some(({ from, to }) => from <= start && start < to)
      )
        return [];
      seen.add(account);
      return [
        {
          file: path,
          range: source.range(start, index + written.length),
          message: `${quote(lead + written)} is one user's home directory, expected a path from the skill's root, ~ or $HOME`,
        },
      ];
    });
}

function isSomebody({ 2: account = "" }: RegExpExecArray): boolean {
  return !anybody.test(account);
}

const output = /^(?:|console|log|output|plain|plaintext|text|txt)$/i;

/** Fenced blocks of what a program printed, which is an example, whoever ran it. */
function outputsOf({ path, body }: TextFile): readonly { readonly from: number; readonly to: number }[] {
  if (!isMarkdown(path)) return [];
  return body.fences
    .filter(({ language }) => output.test(language))
    .map(({ content: { start, end } }) => ({ from: start.offset, to: end.offset }));
}
