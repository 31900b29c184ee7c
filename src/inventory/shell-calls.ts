import type { ShellWord } from "../parse/script/shell-frames.ts";

/** Words that can precede a command without being part of one. */
const keywords = new Set([
  "if",
  "then",
  "elif",
  "else",
  "do",
  "while",
  "until",
  "!",
  "{",
  "time",
  "coproc",
  "$",
  "%",
]);

/** Words at the start of lines that call no program; some shell code blocks contain JavaScript. */
const others = new Set([
  "const",
  "import",
  "module.exports",
  "for",
  "select",
  "case",
  "function",
  "fi",
  "done",
  "esac",
  "}",
  "in",
  "[[",
  "]]",
]);

/** Programs and builtins that run the command in their arguments. */
const runners = new Set([
  "sudo",
  "doas",
  "env",
  "xargs",
  "timeout",
  "gtimeout",
  "nohup",
  "nice",
  "ionice",
  "setsid",
  "stdbuf",
  "exec",
  "command",
  "builtin",
  "caffeinate",
  "watch",
]);

/** Options of runners whose value is the next word, as in `env -u VAR git`. */
const valuedOptions: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["sudo", new Set(["-u", "-g", "-h", "-p", "-C", "-D", "--user", "--group"])],
  ["doas", new Set(["-u", "-C"])],
  ["env", new Set(["-u", "-C", "--unset", "--chdir"])],
  ["xargs", new Set(["-I", "-d", "-E", "-a", "--delimiter", "--arg-file"])],
  ["timeout", new Set(["-s", "--signal"])],
  ["gtimeout", new Set(["-s", "--signal"])],
  ["stdbuf", new Set(["-i", "-o", "-e"])],
]);

const assignment = /^[A-Za-z_]\w{0,99}(?:\[[^\]]{0,99}\])?\+?=/;

/** Maximum depth of nested runners. */
const mostRunners = 8;

/** The calls of one command: `sudo env A=1 git push` calls sudo, env and git. */
export function* callsOf(command: readonly ShellWord[]): Generator<readonly ShellWord[]> {
  let from = 0;
  while (keywords.has(command[from]?.text ?? "") || assignment.test(command[from]?.text ?? "")) from++;
  for (let runs = 0; from < command.length && runs < mostRunners; runs++) {
    const { text } = command[from]!;
    if (others.has(text)) return;
    yield command.slice(from);
    if (!runners.has(text)) return;
    from++;
    // Options, numbers and assignments precede the program, as in `command -v git` and `xargs -n 1 git`.
    while (/^(?:-|\d+[smhd]?$|[A-Za-z_]\w{0,99}=)/.test(command[from]?.text ?? ""))
      from += valuedOptions.get(text)?.has(command[from]!.text) ? 2 : 1;
  }
}

/** The builtins of bash, which are not programs. */
export const builtins = new Set(
  ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** The variables that a command assigns. */
export function* assignedIn(command: readonly ShellWord[]): Generator<string> {
  let from = 0;
  while (keywords.has(command[from]?.text ?? "")) from++;
  const words = command.slice(from).map(({ text }) => text);
  const [first = "", second = ""] = words;
  if (first === "for" || first === "select") yield second;
  if (first === "getopts") yield words[2] ?? "";
  if (first === "printf" && second === "-v") yield words[2] ?? "";
  const named = /^(?:read|mapfile|readarray|local|declare|typeset|readonly|export|unset)$/.test(first);
  // Variables read as in `IFS= read -r NAME`.
  const reads = words.indexOf("read");
  for (const [at, word] of words.entries()) {
    const [lead] = assignment.exec(word) ?? [];
    if (lead !== undefined) yield lead.replace(/[[+=][^]*/, "");
    else if ((named && first !== "export") || (reads >= 0 && at > reads)) yield word;
    else if (!named && reads < 0) return;
  }
}
