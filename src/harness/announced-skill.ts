import type { CatalogEntry } from "../model/agent.ts";
import type { ReachableSkill } from "./tools/resolve-path.ts";

/** A skill in an agent's catalog, with its files. */
export type AnnouncedSkill = ReachableSkill & CatalogEntry;
