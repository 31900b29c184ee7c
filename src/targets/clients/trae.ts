import type { Client } from "../../model/loader.ts";
import { documented, installPaths } from "./parts/documented.ts";

/** Documentation alone. */
export const trae: Client = documented({
  id: "trae",
  title: "Trae",
  reach: "niche",
  order: 460,
  sources: [installPaths],
  roots: { project: [".trae/skills"], user: ["~/.trae/skills"] },
});
