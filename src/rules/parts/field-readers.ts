/** Who reads the keys that are most used beyond the specification's, the best known first: their own code was run or read. */
export const fieldReaders: ReadonlyMap<string, readonly string[]> = new Map([
  ["agent", ["Claude Code"]],
  ["allowed_tools", ["Google ADK", "OpenHands", "Spring AI Alibaba"]],
  ["allowedTools", ["Qwen Code", "Spring AI Alibaba"]],
  ["always", ["Kiro Crew", "nanobot", "ZeroClaw"]],
  ["argument-hint", ["Claude Code", "Copilot CLI", "Letta Code", "Qwen Code", "VS Code"]],
  ["arguments", ["Claude Code"]],
  ["author", ["ZeroClaw"]],
  ["background", ["Claude Code"]],
  ["command-dispatch", ["OpenClaw"]],
  ["context", ["Claude Code", "VS Code"]],
  [
    "disable-model-invocation",
    [
      "Claude Code",
      "Copilot CLI",
      "Cursor",
      "Letta Code",
      "VS Code",
      "Crush",
      "Factory Droid",
      "Mux",
      "OpenClaw",
      "OpenHands",
      "pi",
      "Qwen Code",
      "VT Code",
    ],
  ],
  ["disallowed-tools", ["Claude Code"]],
  ["effort", ["Claude Code"]],
  ["homepage", ["OpenClaw"]],
  ["hooks", ["Claude Code", "Qwen Code"]],
  ["model", ["Claude Code", "Qwen Code"]],
  ["paths", ["Claude Code", "Cursor", "OpenHands", "Qwen Code"]],
  ["shell", ["Claude Code"]],
  ["tags", ["Letta Code", "ZeroClaw"]],
  ["triggers", ["Kiro Crew", "OpenHands"]],
  [
    "user-invocable",
    [
      "Claude Code",
      "Copilot CLI",
      "Mistral Vibe",
      "OpenClaw",
      "VS Code",
      "Crush",
      "Factory Droid",
      "Letta Code",
      "Mux",
      "Qwen Code",
    ],
  ],
  ["version", ["ZeroClaw"]],
  ["when_to_use", ["Claude Code", "Letta Code", "Qwen Code"]],
]);

/** In lower case, without "-" and "_". Keys that say something of the skill to people: whoever reads one shows it, and behaves in no other way. */
const descriptive: ReadonlySet<string> = new Set(
  "author authors authorurl category categories copyright created createdat date domain email featured homepage icon keywords lastaudited lastmodified lastreviewed lastupdated maintainer maintainers modified origin repository reviewed source tag tags tier title trustscore updated updatedat url version".split(
    " ",
  ),
);

/** Whether no client does anything else for the key, so that it may stand elsewhere; of a key that we know nothing of, nobody can tell. */
export function isDescriptive(key: string): boolean {
  return descriptive.has(key.toLowerCase().replaceAll(/[-_]/g, ""));
}
