/** Names of commands of a client, or of the skills that come with it. */
export interface TakenNames {
  /** The client's title. */
  readonly title: string;
  readonly version: string;
  /** Roots of a project that the client reads; the first one is only its own. */
  readonly roots: readonly string[];
  readonly kind: "command" | "skill";
  /**
   * What happens to a skill with such a name: it "replaces" the client's own, in the list and when a user calls it by
   * its name; the model is shown "both"; the name calls the client's "own"; or the client leaves a directory with this
   * name "unread" in its first root.
   */
  readonly clash: "replaces" | "both" | "own" | "unread";
  readonly names: readonly string[];
}

const words = (text: string): readonly string[] => text.split(" ");

const claudeCode = { title: "Claude Code", version: "2.1.332", roots: [".claude/skills"] };

const opencode = {
  title: "opencode",
  version: "1.18.33",
  roots: [".opencode/skills", ".agents/skills", ".claude/skills"],
};

const qwenCode = { title: "Qwen Code", version: "0.24.4", roots: [".qwen/skills", ".agents/skills"] };

/**
 * By client. As the released client lists them in a directory without skills, and in one with skills of such names
 * (fixtures/live/names), or with the source.
 */
export const takenNames: readonly TakenNames[] = [
  {
    ...claudeCode,
    kind: "command",
    clash: "replaces",
    names: words(
      "agents auto-mode-setup autocompact clear color compact config output-style context effort fast focus heapdump init mcp model workflow-launch-exec reload-plugins reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
    ),
  },
  {
    ...claudeCode,
    kind: "skill",
    clash: "replaces",
    names: words(
      "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator plugin-authoring",
    ),
  },
  {
    title: "Codex CLI",
    version: "0.171.0",
    roots: [".codex/skills", ".agents/skills"],
    kind: "skill",
    clash: "both",
    names: words("imagegen openai-docs skill-creator skill-installer"),
  },
  {
    title: "Copilot CLI",
    version: "1.0.102",
    roots: [".github/skills", ".agents/skills", ".claude/skills"],
    kind: "skill",
    clash: "replaces",
    names: words("customize-cloud-agent github-pr-media"),
  },
  {
    title: "Gemini CLI",
    version: "0.61.0",
    roots: [".gemini/skills", ".agents/skills"],
    kind: "skill",
    clash: "replaces",
    names: words("antigravity-support skill-creator"),
  },
  {
    ...opencode,
    kind: "command",
    clash: "own",
    names: words("init review"),
  },
  {
    ...opencode,
    kind: "skill",
    clash: "replaces",
    names: words("customize-opencode"),
  },
  {
    ...qwenCode,
    kind: "command",
    clash: "replaces",
    names: words(
      "auth bug clear compress compress-fast config context curator diff docs doctor effort export extensions goal hooks import-config init insight language model output-style stats status summary tasks update",
    ),
  },
  {
    ...qwenCode,
    kind: "skill",
    clash: "replaces",
    names: words(
      "batch browser-use computer-use coordinate dataviz extension-creator goal-draft loop new-app qc-helper review simplify stuck workflow-authoring workflow-creator zvec-grep-install",
    ),
  },
  {
    // npm @cursor/sdk 1.0.32 dist/bundled/index.js, class AgentSkillsCursorRulesService, read in its source
    title: "Cursor",
    version: "sdk-1.0.32",
    roots: [".codex/skills"],
    kind: "skill",
    clash: "unread",
    names: words("imagegen openai-docs opneai-docs plugin-creator skill-creator skill-installer"),
  },
  {
    // block/goose crates/goose/src/skills/mod.rs@013ab848, discover_skills
    title: "goose",
    version: "013ab848",
    roots: [".goose/skills", ".agents/skills", ".claude/skills"],
    kind: "skill",
    clash: "replaces",
    names: words("goose-doc-guide"),
  },
  {
    // charmbracelet/crush internal/skills/builtin@37f36e93, and Deduplicate in internal/skills/skills.go
    title: "Crush",
    version: "37f36e93",
    roots: [".crush/skills", ".agents/skills", ".claude/skills", ".cursor/skills"],
    kind: "skill",
    clash: "replaces",
    names: words("crush-config crush-hooks jq"),
  },
  {
    // zed-industries/zed crates/agent_skills/builtin, and SkillSource::precedence in its agent_skills.rs
    title: "Zed",
    version: "pull-58356",
    roots: [".agents/skills"],
    kind: "skill",
    clash: "replaces",
    names: words("create-skill"),
  },
];

/** Whether a name is taken in some client. */
export function isTakenName(name: string): boolean {
  return takenNames.some(({ names }) => names.includes(name));
}
