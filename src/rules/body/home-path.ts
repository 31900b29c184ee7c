import { isMarkdown } from "../../core/paths.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import { fenceAt, headingOver } from "../parts/outline.ts";
import { isOnSampleLine } from "../references/parts/sample-lines.ts";

const words = ["/users/", "/home/", ":\\users\\", ":/users/"] as const;

export default defineRule({
  meta: {
    id: "home-path",
    category: "portability",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#referencing-scripts-from-skill-md",
    summary:
      "Reports a path into one user's home directory, such as `/Users/maria/…`, in Markdown and scripts.",
    why: "The directory does not exist for other users, so the command fails for them, and the path reveals the author's account name.",
    remedy:
      "Write the path relative to the skill's root, `~` or `$HOME`; write USERNAME as a placeholder for an account.",
    severity: "warning",
    words,
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    filesOf(skill)
      .filter((file) => file.hasAny(words))
      .flatMap((file) => findings(file, skill.name)),
});

function filesOf({ texts, scripts }: Skill): readonly TextFile[] {
  const run = new Set(scripts.map(({ file }) => file));
  return texts.filter(
    (file) => (run.has(file) || isMarkdown(file.path) || /\.txt$/i.test(file.path)) && !test.test(file.path),
  );
}

/** Tests, in which paths are made up. */
const test =
  /(?:^|\/)(?:tests?|__tests__|testdata|(?:__)?fixtures(?:__)?)\/|(?:^|\/)(?:self)?tests?_[^/]*$|[._-](?:test|spec)s?\.\w+$/i;

/**
 * The directory's name is matched first and the prefix in a lookbehind, which is faster: few texts contain the name.
 */
const home =
  /(?:Users|home)(?<=(?<![\w.~$}>)%*-])(\/|[A-Za-z]:[\\/]{1,2})(?:Users|home))[\\/]{1,2}([A-Za-z][\w.-]{0,63})(?=[/\\](?![_*]|(?:my-?)?(?:path|proj|project|repo)\b))/g;

/** Placeholder names, and the accounts of common images and services. */
const genericAccount = new RegExp(
  `^(?:${[
    // Stand-ins for the reader or a person.
    String.raw`you|your.*|my|my[-_].*|my(?:account|home|name|self|user|username)|me|user(?:[-_\d].*|name)?`,
    "name|home|someone|somebody|some-?user",
    // Words for examples.
    "x+|foo|bar|baz|test.*|example.*",
    // Roles.
    "dev|devuser|dev-user|developer|demo|admin|administrator",
    // Runners, containers and machine images.
    "runner|runneradmin|ubuntu|vagrant|vscode|codespace|codespaces|gitpod|circleci|jenkins",
    "docker|container|node|nonroot|nobody|app|appuser|web|work|workspace|root|ec2-user",
    "azureuser|debian|pi|coder|builder|agent|claude|openclaw|sandbox|linuxbrew|jovyan|git",
    "deploy|public|default|shared|all|local-?user|www|www-data",
    // Services and systems.
    "vllm|unsloth|hadoop|hdfs|airflow|oracle|postgres|mysql|redis|nginx|steam|site|opc|centos",
    "fedora|rocky|alpine|kali|bitnami|gitlab(?:-runner)?|mambauser|micromamba|sagemaker-user",
    "studio-lab-user|automation|server|service|svc|bot|guest",
    // Directories that are not accounts.
    "images|photos|videos|media|files|data|downloads|documents|docs",
    // More placeholders, in other languages too.
    String.raw`[a-z]|yo|toi|mypath|appadmin|project|student|usr\d*|votre.*|tu-?nombre|dein.*`,
    String.raw`(?:(?:mi|meu|seu|su|tu|teu|tuo|il-?tuo|ton)[-_.]?)?(?:usu[a\u00e1]rio|utente|utilisateur|utilizador|nome|nombre)`,
    "(?:ihr|mein)?-?(?:benutzer(?:name)?|nutzer)|gebruiker|uzytkownik|pengguna|proje[ck]to?|proyecto",
    "victim|attacker|target-?user",
    // Names of people in examples.
    String.raw`alice|bob|carol|charlie|dave|eve|jane|joe|john|jane\W?doe|john\W?doe|j\W?doe`,
  ].join("|")})$`,
  "i",
);

/** Text before a path in program output: an error message, a stack trace or a traceback. */
const printed = /(?:\b(?:error|failed|failure|warning)\b[^\n]*|^[ \t]*at [^\n]*|\bFile ")$/im;
const lookBack = 120;

/** Maximum number of paths that are examined in a file. */
const maxPaths = 200;

/** One finding per account in a file. */
function findings(file: TextFile, skillName: string): readonly Finding[] {
  const isPersonal = ({ 2: account = "" }: RegExpExecArray): boolean =>
    !genericAccount.test(account) && account.toLowerCase() !== skillName.toLowerCase();
  // The pattern is ASCII, so the bytes can be searched first; most files contain generic accounts only.
  if (!Array.from(file.bytes.matchAll(home)).some(isPersonal)) return [];
  const { path, source } = file;
  const outputs = outputsOf(file);
  const made = accountsMade(source.text);
  const seen = new Set<string>();
  return Array.from(source.text.matchAll(home))
    .filter(isPersonal)
    .slice(0, maxPaths)
    .flatMap(({ 0: written, 1: lead = "", 2: account = "", index }): readonly Finding[] => {
      const start = index - lead.length;
      const before = source.text.slice(Math.max(0, start - lookBack), start);
      if (
        seen.has(account) ||
        made.has(account) ||
        printed.test(before) ||
        mounted.test(before) ||
        (isMarkdown(path) && isOnSampleLine(source, source.range(start, start))) ||
        outputs.some(({ from, to }) => from <= start && start < to)
      )
        return [];
      seen.add(account);
      return [
        {
          file: path,
          range: source.range(start, index + written.length),
          ...(isMentioned(file, start, before)
            ? {
                severity: "info",
                message: `${quote(lead + written)} shows an account's name; leave it out, or write USERNAME`,
              }
            : {
                message: `${quote(lead + written)} is one user's home directory; use a path relative to the skill's root, \`~\` or \`$HOME\``,
              }),
        },
      ];
    });
}

/** The part of a volume before a path in a container, as in "-v ./data:/home/app/data". */
const mounted = /(?:^[ \t]*-[ \t]+["']?|(?:-v|--volume)[= \t]["']?)[^\s:"']{1,100}:$/m;

/** The accounts that a text creates, or to which a Dockerfile changes. */
function accountsMade(text: string): ReadonlySet<string> {
  const commands = text.matchAll(/\b(?:useradd|adduser)\b([^\n;&|]{1,200})|^USER[ \t]+([\w.-]{1,64})/gm);
  return new Set(
    Array.from(commands, ([, words = "", user = ""]) => [user, ...words.trim().split(/\s+/)]).flat(),
  );
}

/** Where something came from, or when it was tried. */
const provenance =
  /(?:\b(?:accessed|adapted|captured|copied|derived|distilled|downloaded|extracted|generated|imported|measured|mined|recorded|retrieved|taken|tested|verified)\b[^\n]{0,80}|(?:^|[^\w])source[ _](?:file|location|path|material)[^\n]{0,40})$/i;

const absolute = /absolute (?:file |directory )?paths?|绝对路径|絕對路徑|絶対パス/i;

const comment = /^[ \t]*(?:#(?!!)|\/\/|\*)/;

const sample =
  /(?:\be\.g\.|\bfor example\b|\bexample\s?[:：]|例\s?[:：]|例如|比如|示例|たとえば|例えば|예를 들어|예\s?[:：]|por ejemplo|por exemplo|z\. ?B\.|p\. ?ex\.|-Users-[\w-])[^\n]{0,60}$/i;

/** What was done, how it was planned or is tried, and what people read about the skill. */
const record =
  /(?:^|\/)(?:changelog|history|readme)[^/]*$|(?:^|\/)(?:\.[\w-]{1,60}|examples?|plans?)\/|(?:^|\/)docs\/(?:designs?|adr)\//i;

/** A line of a log. */
const logged = /\[(?:debug|info|warn|error)\]/i;

/**
 * Whether a path is in a comment or an example, or in Markdown shows what an absolute path is, or says where a text
 * came from. No command fails for it.
 */
function isMentioned({ path, body }: TextFile, start: number, before: string): boolean {
  const lines = before.split("\n").slice(-2);
  if (!isMarkdown(path)) return comment.test(lines.at(-1) ?? "");
  if (sample.test(lines.at(-1) ?? "")) return true;
  if (record.test(path) || logged.test(lines.at(-1) ?? "")) return true;
  if (absolute.test(lines.join("\n"))) return true;
  const heading = headingOver(body, start);
  if (heading && absolute.test(heading.text)) return true;
  return provenance.test(lines.at(-1) ?? "") && !fenceAt(body, start);
}

const output = /^(?:|console|log|output|plain|plaintext|text|txt)$/i;

/** Fenced blocks of program output, in which a home directory is part of an example. */
function outputsOf({ path, body }: TextFile): readonly { readonly from: number; readonly to: number }[] {
  if (!isMarkdown(path)) return [];
  return body.fences
    .filter(({ language }) => output.test(language))
    .map(({ content: { start, end } }) => ({ from: start.offset, to: end.offset }));
}
