/** Programs that are hardly ever a word at the start of a sentence or a drawing: a line of an unlabelled fence, or a code span, that begins with one is a command. */
const unmistakable = new Set(
  "apt-get aws az bash brew bun bunx cargo chmod conda curl deno dnf docker docker-compose dotnet ffmpeg flutter gcloud gem gh git gradle helm jq kubectl mkdir mvn node npm npx openssl osascript pip pip3 pipx pnpm pnpx poetry pwsh pytest python python3 rsync scp sudo terraform uv uvx wget yarn yum".split(
    " ",
  ),
);

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const prompt = /^[ \t]{0,20}(?:[\w.@:~()-]{0,40}\$|%)[ \t]+/;
/** What a block quote puts before each of its lines. */
const quotation = /^[ \t]{0,20}>[ \t]?/;
const bare = /^[ \t]{0,20}(?:[A-Z_][A-Z0-9_]{0,60}=\S{0,200} )?([a-z][\w.-]{0,40})[ \t]+\S/;

/** The lines of a fence that are commands, their prompts left out: "all" where it is said to be shell and shows no prompts. */
export function commandLines(
  text: string,
  start: number,
  end: number,
  shell: boolean,
): "all" | readonly Stretch[] {
  const written = Array.from(linesOf(text, start, end));
  const quoted = without(quotation, text, written);
  const lines = quoted.length === written.length ? quoted : written;
  const prompted = without(prompt, text, lines);
  if (prompted.length > 0) return prompted;
  if (shell) return lines === quoted && quoted.length > 0 ? quoted : "all";
  return lines.filter((line) => isCommand(text.slice(line.start, line.end)));
}

/** The lines that begin with a lead, without it. */
function without(lead: RegExp, text: string, lines: readonly Stretch[]): readonly Stretch[] {
  return lines.flatMap((line) => {
    const [found] = lead.exec(text.slice(line.start, Math.min(line.end, line.start + 100))) ?? [];
    return found === undefined ? [] : [{ start: line.start + found.length, end: line.end }];
  });
}

/** Whether a text without any label can be nothing but a command. */
export function isCommand(text: string): boolean {
  const [, program] = bare.exec(text.slice(0, 400)) ?? [];
  // "git = …" and "node -> node" are no commands, nor are "curl and wget".
  return (
    program !== undefined &&
    unmistakable.has(program) &&
    !/^\s*\S+\s+(?:=|->|→|—|–|:|\||is |are |and )/.test(text.slice(0, 400))
  );
}

function* linesOf(text: string, start: number, end: number): Generator<Stretch> {
  for (let at = start; at < end; ) {
    const newline = text.indexOf("\n", at);
    const stop = newline < 0 || newline > end ? end : newline;
    yield { start: at, end: stop };
    at = stop + 1;
  }
}
