import type { Validator } from "../../model/validator.ts";
import { claudeApi } from "./claude-api.ts";
import { skillsRef } from "./skills-ref.ts";

/** Every modeled validator, in display order. */
export const validators: readonly Validator[] = [skillsRef, claudeApi];
