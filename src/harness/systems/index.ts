import type { System } from "../../model/agent.ts";
import { agentskills } from "./agentskills/agentskills.ts";
import { agio } from "./agio/agio.ts";
import { harness9 } from "./harness9.ts";
import { reactActions } from "./react-actions/react-actions.ts";
import { springAiAlibaba } from "./spring-ai-alibaba/spring-ai-alibaba.ts";

/** Every agent that the harness plays, in the order in which they are told of. */
export const systems: readonly System[] = [agentskills, agio, reactActions, springAiAlibaba, harness9];
