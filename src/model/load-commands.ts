/** A command that Claude Code runs when it loads a skill, and where it is written. */
export interface LoadCommand {
  readonly command: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The commands in a body, whose output Claude Code inserts before the model sees it: after `!` in backticks at the
 * start of a line or after white space, and in blocks that begin with three backticks and `!`. It runs them in code
 * too: https://code.claude.com/docs/en/skills#inject-dynamic-context
 */
export function loadCommands(text: string, from: number): readonly LoadCommand[] {
  const blocks = Array.from(inBlocks(text, from));
  const isInBlock = ({ start }: LoadCommand): boolean =>
    blocks.some((block) => block.start <= start && start < block.end);
  return [...blocks, ...inLines(text, from).filter((each) => !isInBlock(each))].sort(
    (a, b) => a.start - b.start,
  );
}

const inline = /(?<=^|\s)!`([^`]+)`/gm;

function inLines(text: string, from: number): readonly LoadCommand[] {
  return Array.from(text.slice(from).matchAll(inline), ({ 0: written, 1: command, index }) => ({
    command: command!.trim(),
    start: from + index,
    end: from + index + written.length,
  }));
}

const fence = "```";

function* inBlocks(text: string, from: number): Generator<LoadCommand, void> {
  for (let start = text.indexOf(`${fence}!`, from); start !== -1; ) {
    const opened = start + fence.length + 1;
    const closed = text.indexOf(fence, opened);
    if (closed === -1) return;
    const end = closed + fence.length;
    const command = text.slice(opened, closed).trim();
    if (command !== "") yield { command, start, end };
    start = text.indexOf(`${fence}!`, end);
  }
}
