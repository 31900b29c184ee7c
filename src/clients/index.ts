import type { ClientModel } from "../model/client.ts";
import { claudeApi } from "./claude-api.ts";
import { skillsRef } from "./skills-ref.ts";

/** Every modelled client, in the order it is shown. */
export const validators: readonly ClientModel[] = [skillsRef, claudeApi];
