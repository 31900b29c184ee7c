import type { Finding } from "../core/rule.ts";
import { quote } from "../core/show.ts";
import type { TextFile } from "../core/text-file.ts";
import { defineRule } from "./define.ts";
import { proseOf } from "./prose.ts";

const words = ["/users/", "/home/", "\\users\\"] as const;

const home = /(?<![\w.~$}>)*-])(?:[A-Za-z]:)?(?:\/Users\/|\/home\/|\\Users\\)([A-Za-z][\w.-]{1,31})(?=[\\/])/g;

/** Names that stand for anybody, and those of accounts that images and services come with. */
const anybody = new Set(
  "admin agent alice app appuser bob builder carol charlie circleci claude codespace coder container dave deploy dev developer devuser dev-user docker eve example foo git gitpod jane jane.doe janedoe jdoe jenkins joe john john.doe johndoe linuxbrew localuser me my my-user myname myself myuser name nobody node nonroot openclaw pi public root runner sandbox shared someone someuser some-user test tester testuser ubuntu user user1 userid username user-name user_name vagrant vscode web work workspace www www-data xxx yourname your-name your_name yourself youruser your-user your_user yourusername your-username your_username you".split(" "),
);

/** What a program printed is an example, whoever ran it. */
const output = /^(?:|console|log|output|plain|plaintext|text|txt)$/i;

const markdown = /\.(?:md|markdown|mdx|txt)$/i;

export default defineRule({
  meta: {
    id: "home-path",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts",
    summary: "Reports a path into somebody's home directory, such as `/Users/maria/…`, in the skill's Markdown.",
    why: "It exists on the author's machine alone, and it tells their account's name.",
    remedy: "Write it from the skill's root, or with `~` or `$HOME`; where any account is meant, write USERNAME.",
    severity: "warning",
    needs: ["text"],
    words,
    since: "0.1.0",
  },
  check({ subject: { texts } }) {
    return texts.filter((text) => markdown.test(text.path) && words.some((word) => text.has(word))).flatMap((text) => Array.from(findings(text)));
  },
});

/** One for each directory, as a path is seldom written once. */
function* findings(file: TextFile): Generator<Finding> {
  // Few files name somebody, and only of those is it worth to find the fences.
  if (!Array.from(file.bytes.matchAll(home)).some(isSomebody)) return;
  const { path, source, body } = file;
  const { text, start } = proseOf(source, { ...body, comments: [], fences: body.fences.filter(({ language }) => output.test(language)) });
  const seen = new Set<string>();
  for (const match of text.matchAll(home)) {
    const [found] = match;
    if (!isSomebody(match) || seen.has(found)) continue;
    seen.add(found);
    const from = start + match.index;
    yield { file: path, range: source.range(from, from + found.length), message: `${quote(found)} is the home directory of one account, expected a path that others have` };
  }
}

function isSomebody({ 1: account = "" }: RegExpExecArray): boolean {
  return !anybody.has(account.toLowerCase());
}
