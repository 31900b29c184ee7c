import type { RealClient } from "../client.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { geminiCli } from "./gemini-cli.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";

/** The clients that can be started, best known first. */
export const realClients: readonly RealClient[] = [
  claudeCode,
  codex,
  copilotCli,
  geminiCli,
  opencode,
  qwenCode,
  pi,
];
