import type { Client } from "../../model/loader.ts";

/** Where skills are installed for a client, which is all that is known of it. */
const installPaths = "npm skills 1.7.4 docs/agents.md";

/** Clients of which only documentation was read: it does not state how they read a SKILL.md. */
export const documentedClients: readonly Client[] = [
  documented("cursor", "Cursor", ["https://cursor.com/docs/skills"], "common"),
  documented("windsurf", "Windsurf", [installPaths]),
  documented("amp", "Amp", [installPaths]),
  documented("kiro", "Kiro", ["https://kiro.dev/docs/skills", "https://kiro.dev/docs/cli/skills"]),
  documented("kiro-crew", "Kiro Crew", ["kirodotdev/KiroCrew skills/README.md"]),
  documented("junie", "Junie", [installPaths]),
  documented("trae", "Trae", [installPaths]),
  documented("firebender", "Firebender", [installPaths]),
  documented("android-studio", "Android Studio", [
    "https://developer.android.com/studio/gemini/skills.md.txt",
  ]),
  documented("snowflake-cortex-code", "Snowflake Cortex Code", [
    "https://docs.snowflake.com/en/user-guide/cortex-code/extensibility",
  ]),
  documented("databricks", "Databricks Genie Code", [
    "https://learn.microsoft.com/azure/databricks/assistant/skills",
  ]),
];

function documented(
  id: string,
  title: string,
  sources: readonly string[],
  reach: Client["reach"] = "niche",
): Client {
  const evidence = { version: "docs", versions: "*", evidence: "documented", checked: "2026-11-22" } as const;
  return { id, title, reach, versions: [{ ...evidence, sources }] };
}
