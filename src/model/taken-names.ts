/** The names of a client's own commands and of the skills that come with it. */
export interface TakenNames {
  /** The client's title. */
  readonly title: string;
  readonly version: string;
  readonly commands: readonly string[];
  readonly skills: readonly string[];
}

const words = (text: string): readonly string[] => text.split(" ");

/**
 * As Claude Code lists them in a directory without skills (fixtures/live/names). A skill of a project replaces
 * either, in the list and when a user calls it by its name.
 */
const claudeCode: TakenNames = {
  title: "Claude Code",
  version: "2.1.332",
  commands: words(
    "agents auto-mode-setup autocompact clear color compact config output-style context effort fast focus heapdump init mcp model workflow-launch-exec reload-plugins reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
  ),
  skills: words(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator plugin-authoring",
  ),
};

/** By client, as recorded. */
export const takenNames: readonly TakenNames[] = [claudeCode];

/** Whether a name is taken in some client. */
export function isTakenName(name: string): boolean {
  return takenNames.some(({ commands, skills }) => commands.includes(name) || skills.includes(name));
}
