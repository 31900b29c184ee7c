/** What the skill tool delivers, or what the user's call does if there are arguments, perhaps "". */
export function deliveredBody(body = "", args?: string): string {
  return args === undefined ? body.trim() : withCommandArguments(body, args);
}

/**
 * A skill that the user calls in opencode: the numbers and `$ARGUMENTS` replaced, the last number by all words that are
 * left, and arguments that nothing takes below the body. The paragraph that names the directory is left out; commands
 * stay as written (npm opencode-ai 1.18.33).
 */
function withCommandArguments(body: string, args: string): string {
  const words = (args.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
    word.replace(/^["']|["']$/g, ""),
  );
  const numbers = Array.from(body.matchAll(/\$(\d+)/g), ([, digits]) => Number(digits));
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  const numbered = body.replace(/\$(\d+)/g, (_, digits: string) => {
    const at = Number(digits) - 1;
    if (at >= words.length) return "";
    // There is no word before the first.
    return at + 1 === last ? words.slice(at).join(" ") : String(words[at]);
  });
  // As a text, not a function: "$&" in the arguments is the placeholder.
  const replaced = numbered.replaceAll("$ARGUMENTS", args).trimStart();
  const isTaken = numbers.length > 0 || body.includes("$ARGUMENTS") || args.trim() === "";
  return isTaken ? replaced : `${replaced}\n\n${args.trimEnd()}`;
}
