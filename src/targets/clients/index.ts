import type { Client } from "../../model/loader.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { documentedClients } from "./documented.ts";
import { elizaos } from "./elizaos.ts";
import { harness9 } from "./harness9.ts";
import { lettaCode } from "./letta-code.ts";
import { openaiAgents } from "./openai-agents.ts";
import { pi } from "./pi.ts";
import { springAiAgentUtils } from "./spring-ai-agent-utils.ts";
import { vscode } from "./vscode.ts";
import { zeroclaw } from "./zeroclaw.ts";

/** Every agent client whose loading of skills is recorded, best known first. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  copilotCli,
  vscode,
  openaiAgents,
  pi,
  lettaCode,
  elizaos,
  springAiAgentUtils,
  zeroclaw,
  harness9,
  ...documentedClients,
];
