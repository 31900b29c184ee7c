import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const databricks: Client = documented({
  id: "databricks",
  title: "Databricks Genie Code",
  reach: "niche",
  order: 500,
  sources: ["https://learn.microsoft.com/azure/databricks/assistant/skills"],
});
