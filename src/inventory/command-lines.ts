/**
 * Programs whose names rarely start a sentence or a diagram. A line of an unlabeled code block, or a code span, that
 * starts with one of them is a command.
 */
const unmistakable = new Set(
  "apt-get aws az bash brew bun bunx cargo chmod conda curl deno dnf docker docker-compose dotnet ffmpeg flutter gcloud gem gh git gradle helm jq kubectl mkdir mvn node npm npx openssl osascript pip pip3 pipx pnpm pnpx poetry powershell pwsh pytest python python3 rsync scp sudo terraform uv uvx wget winget yarn yum".split(
    " ",
  ),
);

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const prompt = /^[ \t]{0,20}(?:[\w.@:~()-]{0,40}\$|%)[ \t]+/;
/** The block quote markers before a line. */
const quotation = /^[ \t]{0,20}>[ \t]?/;
const bare = /^[ \t]{0,20}(?:[A-Z_][A-Z0-9_]{0,60}=\S{0,200} )?([a-z][\w.-]{0,40})[ \t]+\S/;

/**
 * The lines of a code block that are commands, without prompts; "all" if the block is labeled as shell and contains
 * no prompts.
 */
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

/** The lines that start with a prompt, with the prompt stripped. */
function without(lead: RegExp, text: string, lines: readonly Stretch[]): readonly Stretch[] {
  return lines.flatMap((line) => {
    const [found] = lead.exec(text.slice(line.start, Math.min(line.end, line.start + 100))) ?? [];
    return found === undefined ? [] : [{ start: line.start + found.length, end: line.end }];
  });
}

/** Whether a text that is not labeled as code can only be a command. */
export function isCommand(text: string): boolean {
  const [, program] = bare.exec(text.slice(0, 400)) ?? [];
  // "git = …", "node -> node" and "curl and wget" are not commands.
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
