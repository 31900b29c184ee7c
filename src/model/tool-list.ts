export interface ToolList {
  /** As written, including parentheses and their contents. */
  readonly tools: readonly string[];
  /** Offsets of the commas between tools. */
  readonly commas: readonly number[];
  /** The offset of a parenthesis without a matching one. */
  readonly unbalanced?: number;
}

/**
 * Splits `Bash(git add *), Read` into its tools. A space or comma separates two tools only outside parentheses;
 * inside them quotes hide parentheses, as in `Bash(echo ")")`.
 */
export function readTools(text: string): ToolList {
  const tools: string[] = [];
  const commas: number[] = [];
  const open: number[] = [];
  let start = 0;
  const endTool = (at: number): void => {
    if (at > start) tools.push(text.slice(start, at));
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "(") open.push(at);
    else if (character === ")" && open.pop() === undefined) return { tools, commas, unbalanced: at };
    else if (open.length > 0 && (character === '"' || character === "'")) at = endOfQuote(text, at);
    else if (open.length === 0 && /[\s,]/.test(character)) {
      endTool(at);
      if (character === ",") commas.push(at);
    }
  }
  const [unbalanced] = open;
  if (unbalanced !== undefined) return { tools, commas, unbalanced };
  endTool(text.length);
  return { tools, commas };
}

/** The offset of the closing quote; the given offset if the character is an apostrophe. */
function endOfQuote(text: string, at: number): number {
  const close = text.indexOf(text[at]!, at + 1);
  return close === -1 ? at : close;
}
