import type { System } from "../../model/agent.ts";
import { agentskills } from "./agentskills/agentskills.ts";
import { agio } from "./agio/agio.ts";
import { harness9 } from "./harness9.ts";
import { reactActions } from "./react-actions/react-actions.ts";
import { springAiAlibaba } from "./spring-ai-alibaba/spring-ai-alibaba.ts";

/** All simulated agents, in the order of reports. */
export const systems: readonly System[] = [agentskills, agio, reactActions, springAiAlibaba, harness9];
