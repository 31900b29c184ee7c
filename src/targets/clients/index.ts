import type { Client } from "../../model/loader.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { documentedClients } from "./documented.ts";
import { openaiAgents } from "./openai-agents.ts";
import { pi } from "./pi.ts";
import { vscode } from "./vscode.ts";

/** Every agent client whose loading of skills is recorded, best known first. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  copilotCli,
  vscode,
  openaiAgents,
  pi,
  ...documentedClients,
];
