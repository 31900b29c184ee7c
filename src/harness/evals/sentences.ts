import type { Checked } from "./eval-file.ts";

type Reading = (match: RegExpExecArray) => readonly Checked[];

const subject = String.raw`(?:(?:the )?(?:agent|assistant|model|skill|claude) )?`;
const quoted = String.raw`["'\x60\u201c]`;
const path = String.raw`${quoted}?((?:[\w.-]+\/)+[\w.-]+\.\w+)["'\x60\u201d]?`;
const name = String.raw`${quoted}?([a-z0-9]+(?:-[a-z0-9]+)*)["'\x60\u201d]?`;
const chooses = "(?:activate|trigger|invoke|select|use)";

/**
 * Sentences with exactly one meaning, matched as a whole: "reads references/a.md" matches, "reads references/a.md
 * before it answers" does not. A sentence that was only partly understood would be decided wrongly.
 */
const sentences: readonly (readonly [pattern: RegExp, reading: Reading])[] = [
  [
    sentence(`${subject}(?:reads?|loads?|opens?|consults?) (?:the file )?${path}(?: file)?`),
    ([, file = ""]) => [{ kind: "file", path: file, done: "read" }],
  ],
  [
    sentence(`${subject}(?:runs?|executes?) (?:the script )?${path}(?: script)?`),
    ([, file = ""]) => [{ kind: "file", path: file, done: "run" }],
  ],
  [
    sentence(`${subject}(?:calls?|uses?) the ["'\`]([\\w:.-]+)["'\`] tool`),
    ([, tool = ""]) => [{ kind: "tool", name: tool }],
  ],
  [
    sentence(`${subject}(?:should )?${chooses}s? the ${name} skill`),
    ([, skill = ""]) => [{ kind: "trigger", should: true, skill }],
  ],
  [
    sentence(`the ${name} skill (?:is|should be) (?:activated|triggered|invoked|selected|used)`),
    ([, skill = ""]) => [{ kind: "trigger", should: true, skill }],
  ],
  [
    sentence(`${subject}(?:does not|doesn't|should not|must not) ${chooses} the ${name} skill`),
    ([, skill = ""]) => [{ kind: "trigger", should: false, skill }],
  ],
  [
    sentence(`should ${chooses} ${name} skill`),
    ([, skill = ""]) => [{ kind: "trigger", should: true, skill }],
  ],
  // As in waza's tasks: text after a dash is a reason, unless it is a condition.
  [
    sentence(
      `should not ${chooses} ${name} skill(?: [—–-] (?!.*\\b(?:after|before|but|if|only|unless|until|when|without)\\b).*)?`,
    ),
    ([, skill = ""]) => [{ kind: "trigger", should: false, skill }],
  ],
  [
    sentence(`should ${chooses} ${name} skill and (.+)`),
    ([, skill = "", rest = ""]) => [{ kind: "trigger", should: true, skill }, open(rest)],
  ],
  [
    sentence(
      `the (?:answer|output|reply|response) (?:contains|includes) (?:the (?:phrase|string|text|word) )?(["'\`])([^"'\`]+)\\1`,
    ),
    ([, , words = ""]) => [{ kind: "words", words: [words], extent: "all", letterCase: "either" }],
  ],
  [
    sentence(
      `the (?:answer|output|reply|response) (?:does not|doesn't) (?:contain|include) (?:the (?:phrase|string|text|word) )?(["'\`])([^"'\`]+)\\1`,
    ),
    ([, , words = ""]) => [{ kind: "words", words: [words], extent: "none", letterCase: "either" }],
  ],
];

/** The checks in a sentence; several if it requires several things. */
export function readSentence(text: string): readonly Checked[] {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  for (const [pattern, reading] of sentences) {
    const match = plain.length > longest ? null : pattern.exec(plain);
    if (match) return reading(match);
  }
  return [open(plain)];
}

/** Longer sentences require more than one thing. */
const longest = 300;

function open(text: string): Checked {
  return {
    kind: "open",
    reason: text === "" ? "the assertion is empty" : "needs a model's output and a judge",
  };
}

function sentence(pattern: string): RegExp {
  return new RegExp(`^${pattern}\\.?$`, "iu");
}
