import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const codebuddy: Client = documented({
  id: "codebuddy",
  title: "CodeBuddy",
  reach: "niche",
  order: 466,
  sources: ["https://www.codebuddy.ai/docs/ide/Features/Skills"],
  roots: { project: [".codebuddy/skills"], user: [] },
});
