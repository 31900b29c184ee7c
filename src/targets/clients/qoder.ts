import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const qoder: Client = documented({
  id: "qoder",
  title: "Qoder",
  reach: "niche",
  order: 462,
  sources: ["https://docs.qoder.com/extensions/skills"],
  roots: {
    project: [".qoder/skills"],
    user: ["~/.qoder/skills"],
    duplicates: [[".qoder/skills"], ["~/.qoder/skills"]],
  },
});
