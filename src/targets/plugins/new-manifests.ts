import type { ClientId } from "../../model/target.ts";
import { agentManifest, agentSchema } from "./agent-plugin.ts";
import { isReservedName } from "./claude-fields.ts";

/** The manifest of a new plugin for a client that has one of its own. */
export interface NewManifest {
  readonly client: ClientId;
  /** From the plugin's directory. */
  readonly path: string;
  readonly schema?: string;
  /** Whether it is created without a choice of clients. */
  readonly byDefault?: true;
  /** Whether the client's validator leaves a name to others. */
  isReserved(name: string): boolean;
}

const isFree = (): boolean => false;

/** All forms of manifests that can be created. */
export const newManifests: readonly NewManifest[] = [
  {
    client: "claude-code",
    path: ".claude-plugin/plugin.json",
    byDefault: true,
    isReserved: isReservedName,
  },
  { client: "codex", path: ".codex-plugin/plugin.json", byDefault: true, isReserved: isFree },
  { client: "copilot-cli", path: agentManifest, schema: agentSchema, isReserved: isFree },
  { client: "gemini-cli", path: "gemini-extension.json", isReserved: isFree },
  { client: "cursor", path: ".cursor-plugin/plugin.json", isReserved: isFree },
];
