import type { Range } from "../../core/place.ts";

/** What a conforming client does about a violation. */
type AgentEffect =
  | "reject-plugin"
  | "report-and-ignore"
  | "disable-skills"
  | "disable-mcp"
  | "skip-skill"
  | "skip-server"
  | "not-discovered"
  | "literal"
  | "disputed";

/** A violation of Agent Plugins 1.0.0. */
export interface AgentProblem {
  readonly section: string;
  readonly effect: AgentEffect;
  /** Whether prose, schema and clients disagree about it. */
  readonly disputed?: true;
  readonly file: string;
  readonly range?: Range | undefined;
  readonly message: string;
}
