import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const kiroCrew: Client = documented({
  id: "kiro-crew",
  title: "Kiro Crew",
  reach: "niche",
  order: 440,
  sources: ["kirodotdev/KiroCrew skills/README.md"],
  roots: { project: ["skills"], user: [] },
});
