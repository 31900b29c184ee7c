import type { Client } from "../../model/loader.ts";
import { loadRepaired, type Repair } from "../reading/repaired-matter.ts";

/** opencode: gray-matter; a value with a colon is read as a block of text if YAML refuses it. */
export const opencode: Client = {
  id: "opencode",
  title: "opencode",
  reach: "common",
  versions: [
    {
      version: "1.18.33",
      versions: ">=1.18.33",
      evidence: "live",
      sources: [
        "npm opencode-ai 1.18.33",
        "anomalyco/opencode packages/opencode/src/skill/index.ts@a2cc772e",
        "anomalyco/opencode packages/opencode/src/config/markdown.ts@0a8a0ed8",
      ],
      checked: "2026-11-22",
      load: (input) => loadRepaired(input, asBlock),
    },
  ],
};

const asBlock: Repair = (key, value) => [`${key}: |-`, `  ${value}`];
