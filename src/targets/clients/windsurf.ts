import type { Client } from "../../model/loader.ts";
import { documented, installPaths } from "./parts/documented.ts";

/** Documentation alone. */
export const windsurf: Client = documented({
  id: "windsurf",
  title: "Windsurf",
  reach: "niche",
  order: 410,
  sources: [installPaths],
  roots: { project: [".windsurf/skills"], user: ["~/.codeium/windsurf/skills"] },
});
