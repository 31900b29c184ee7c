import type { Client } from "../../model/loader.ts";
import { agio } from "./agio.ts";
import { agno } from "./agno.ts";
import { bub } from "./bub.ts";
import { commonLoaders } from "./common.ts";
import { continueCli } from "./continue.ts";
import { crewai } from "./crewai.ts";
import { deepagents } from "./deepagents.ts";
import { deepcode } from "./deepcode.ts";
import { documentedClients } from "./documented.ts";
import { elizaos } from "./elizaos.ts";
import { factoryDroid } from "./factory-droid.ts";
import { fastAgent } from "./fast-agent.ts";
import { googleAdk } from "./google-adk.ts";
import { goose } from "./goose.ts";
import { harness9 } from "./harness9.ts";
import { hermesAgent } from "./hermes-agent.ts";
import { kilo } from "./kilo.ts";
import { lettaCode } from "./letta-code.ts";
import { mastra } from "./mastra.ts";
import { mcpjam } from "./mcpjam.ts";
import { mistralVibe } from "./mistral-vibe.ts";
import { mux } from "./mux.ts";
import { msAgentFramework } from "./ms-agent-framework.ts";
import { nanobot } from "./nanobot.ts";
import { openaiAgents } from "./openai-agents.ts";
import { openclaw } from "./openclaw.ts";
import { openhands } from "./openhands.ts";
import { pi } from "./pi.ts";
import { pydanticAiSkills } from "./pydantic-ai-skills.ts";
import { qwenCode } from "./qwen-code.ts";
import { rooCode } from "./roo-code.ts";
import { springAiAgentUtils } from "./spring-ai-agent-utils.ts";
import { springAiAlibaba } from "./spring-ai-alibaba.ts";
import { vercelSkillsCli } from "./vercel-skills-cli.ts";
import { zeroclaw } from "./zeroclaw.ts";

/** Every agent client whose loading of skills is recorded, best known first. */
export const clients: readonly Client[] = [
  ...commonLoaders,
  kilo,
  qwenCode,
  openclaw,
  rooCode,
  factoryDroid,
  continueCli,
  vercelSkillsCli,
  pi,
  lettaCode,
  elizaos,
  springAiAgentUtils,
  zeroclaw,
  harness9,
  openaiAgents,
  mastra,
  deepagents,
  mcpjam,
  mux,
  deepcode,
  goose,
  openhands,
  mistralVibe,
  googleAdk,
  crewai,
  agno,
  springAiAlibaba,
  msAgentFramework,
  hermesAgent,
  nanobot,
  fastAgent,
  pydanticAiSkills,
  bub,
  agio,
  ...documentedClients,
];
