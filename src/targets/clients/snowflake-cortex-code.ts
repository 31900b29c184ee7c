import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const snowflakeCortexCode: Client = documented({
  id: "snowflake-cortex-code",
  title: "Snowflake Cortex Code",
  reach: "niche",
  order: 490,
  sources: ["https://docs.snowflake.com/en/user-guide/cortex-code/extensibility"],
  roots: {
    project: [".cortex/skills", ".claude/skills"],
    user: ["~/.snowflake/cortex/skills", "~/.claude/skills"],
    duplicates: [
      [".cortex/skills", ".claude/skills"],
      ["~/.snowflake/cortex/skills", "~/.claude/skills"],
    ],
  },
});
