import type { Client } from "../../model/loader.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { documentedClients } from "./documented.ts";
import { geminiCli } from "./gemini-cli.ts";
import { opencode } from "./opencode.ts";
import { vscode } from "./vscode.ts";

// Apart from the other clients: most runs load only these.

/** The clients with a recorded loader that are reported without being asked for, best known first. */
export const commonLoaders: readonly Client[] = [
  claudeCode,
  codex,
  copilotCli,
  vscode,
  geminiCli,
  opencode,
  cline,
];

/** All clients that are reported without being asked for, in the order of the registry. */
export const clients: readonly Client[] = [
  ...commonLoaders,
  ...documentedClients.filter(({ reach }) => reach === "common"),
];
