import type { Client } from "../../model/loader.ts";
import { documented, installPaths } from "./parts/documented.ts";

/** Documentation alone. */
export const junie: Client = documented({
  id: "junie",
  title: "Junie",
  reach: "niche",
  order: 450,
  sources: [installPaths],
  roots: { project: [".junie/skills"], user: ["~/.junie/skills"] },
});
