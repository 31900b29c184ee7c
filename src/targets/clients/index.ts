import type { Client } from "../../model/loader.ts";
import { claudeCode } from "./claude-code.ts";
import { pi } from "./pi.ts";

/** Every agent client whose loading of skills is recorded, best known first. */
export const clients: readonly Client[] = [claudeCode, pi];
