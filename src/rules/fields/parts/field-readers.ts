/**
 * Clients that read common keys beyond the specification, by key, best known first, as determined by running or
 * reading their code.
 */
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

/**
 * Keys that only describe the skill to people, in lower case and without "-" and "_". Clients that read one of them
 * only display it.
 */
const descriptive: ReadonlySet<string> = new Set(
  "author authors authorurl category categories copyright created createdat date domain email featured homepage icon keywords lastaudited lastmodified lastreviewed lastupdated maintainer maintainers modified origin repository reviewed source tag tags tier title trustscore updated updatedat url version".split(
    " ",
  ),
);

/** Whether clients at most display the key, so that it can be moved. False for unknown keys. */
export function isDescriptive(key: string): boolean {
  return descriptive.has(key.toLowerCase().replaceAll(/[-_]/g, ""));
}
