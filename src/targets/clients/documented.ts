import type { RootRules } from "../../model/client-roots.ts";
import type { Client } from "../../model/loader.ts";
import { unknownScan } from "../reading/root-scans.ts";

/** Where skills are installed for a client, which is all that is known of it. */
const installPaths = "npm skills 1.7.4 docs/agents.md";

/** Clients of which only documentation was read: it does not state how they read a SKILL.md. */
export const documentedClients: readonly Client[] = [
  {
    ...documented("cursor", "Cursor", ["https://cursor.com/docs/skills"], {
      project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills"],
      user: ["~/.agents/skills", "~/.cursor/skills", "~/.claude/skills", "~/.codex/skills"],
      depth: Infinity,
    }),
    reach: "common",
  },
  documented("windsurf", "Windsurf", [installPaths], {
    project: [".windsurf/skills"],
    user: ["~/.codeium/windsurf/skills"],
  }),
  documented("amp", "Amp", [installPaths], {
    project: [".agents/skills", ".claude/skills"],
    user: ["~/.config/agents/skills", "~/.config/amp/skills", "~/.claude/skills"],
  }),
  documented("kiro", "Kiro", ["https://kiro.dev/docs/skills", "https://kiro.dev/docs/cli/skills"], {
    project: [".kiro/skills"],
    user: ["~/.kiro/skills"],
    duplicates: [[".kiro/skills"], ["~/.kiro/skills"]],
  }),
  documented("kiro-crew", "Kiro Crew", ["kirodotdev/KiroCrew skills/README.md"], {
    project: ["skills"],
    user: [],
  }),
  documented("junie", "Junie", [installPaths], { project: [".junie/skills"], user: ["~/.junie/skills"] }),
  documented("trae", "Trae", [installPaths], { project: [".trae/skills"], user: ["~/.trae/skills"] }),
  documented("firebender", "Firebender", [installPaths], {
    project: [".agents/skills"],
    user: ["~/.firebender/skills"],
  }),
  documented(
    "android-studio",
    "Android Studio",
    ["https://developer.android.com/studio/gemini/skills.md.txt"],
    {
      project: [".agents/skills", ".android-studio/skills"],
      user: ["~/.agents/skills", "~/.android-studio/skills"],
    },
  ),
  documented(
    "snowflake-cortex-code",
    "Snowflake Cortex Code",
    ["https://docs.snowflake.com/en/user-guide/cortex-code/extensibility"],
    {
      project: [".cortex/skills", ".claude/skills"],
      user: ["~/.snowflake/cortex/skills", "~/.claude/skills"],
      duplicates: [
        [".cortex/skills", ".claude/skills"],
        ["~/.snowflake/cortex/skills", "~/.claude/skills"],
      ],
    },
  ),
  documented("databricks", "Databricks Genie Code", [
    "https://learn.microsoft.com/azure/databricks/assistant/skills",
  ]),
];

/** What the documentation states about where a client looks. */
type Documented = Pick<RootRules, "project" | "user"> & Partial<RootRules>;

function documented(id: string, title: string, sources: readonly string[], roots?: Documented): Client {
  const evidence = { version: "docs", versions: "*", evidence: "documented", checked: "2026-11-22" } as const;
  const rules = roots && {
    ...unknownScan,
    evidence: evidence.evidence,
    above: "cwd" as const,
    duplicates: "unspecified" as const,
    ...roots,
  };
  return { id, title, reach: "niche", versions: [{ ...evidence, sources, ...(rules && { roots: rules }) }] };
}
