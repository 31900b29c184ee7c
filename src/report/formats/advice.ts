/**
 * The verbs that start the second half of a message, which says what to do. A closed list, as other second halves add
 * to the problem, such as "section "Setup" has about 2,000".
 */
const verbs = new Set(
  "add copy correct delete describe finish give indent keep leave let link list move name pin put quote read recommend refer remove rename replace resolve reword run save say set shorten ship split start state store suppress unpack use write".split(
    " ",
  ),
);

interface Advised {
  readonly problem: string;
  /** What to do about it; absent if the message does not say. */
  readonly advice?: string;
}

/** Splits a message of the form `<problem>; <fix>`; a semicolon in quotes is the user's. */
export function splitAdvice(message: string): Advised {
  let quote = "";
  for (let at = 0; at < message.length; at++) {
    const character = message[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "`") quote = character;
    else if (message.startsWith("; ", at) && startsWithVerb(message, at + 2))
      return { problem: message.slice(0, at), advice: message.slice(at + 2) };
  }
  return { problem: message };
}

function startsWithVerb(message: string, at: number): boolean {
  const end = message.indexOf(" ", at);
  return end !== -1 && verbs.has(message.slice(at, end));
}
