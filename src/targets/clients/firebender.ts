import type { Client } from "../../model/loader.ts";
import { documented, installPaths } from "./parts/documented.ts";

/** Documentation alone. */
export const firebender: Client = documented({
  id: "firebender",
  title: "Firebender",
  reach: "niche",
  order: 470,
  sources: [installPaths],
  roots: { project: [".agents/skills"], user: ["~/.firebender/skills"] },
});
