import type { RealClient } from "../client.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueCli } from "./continue.ts";
import { copilotCli } from "./copilot-cli.ts";
import { factoryDroid } from "./factory-droid.ts";
import { geminiCli } from "./gemini-cli.ts";
import { kilo, opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";

/** The clients that can be started, best known first. */
export const realClients: readonly RealClient[] = [
  claudeCode,
  codex,
  copilotCli,
  geminiCli,
  opencode,
  cline,
  continueCli,
  factoryDroid,
  kilo,
  pi,
  qwenCode,
];
