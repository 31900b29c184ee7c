import type { ClientModel } from "../../model/client.ts";
import { claudeApi } from "./claude-api.ts";
import { skillsRef } from "./skills-ref.ts";

/** Every modeled client, in display order. */
export const validators: readonly ClientModel[] = [skillsRef, claudeApi];
