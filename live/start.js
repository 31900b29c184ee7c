// How the package starts a client: its words, variables and settings, which the drivers share.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { realClients } from "./real.js";

/**
 * Writes the settings of a client into a home directory, and returns how it is started.
 * @param {string} id
 * @param {string} url of the mock model
 * @param {string} home
 * @returns {{ words: readonly string[], env: Readonly<Record<string, string>> }}
 */
export function startOf(id, url, home) {
  const client = realClients.find((each) => each.id === id);
  if (!client) throw new Error(`the package does not start ${id}`);
  const { words, env = {}, files = {} } = client.start({ url, home, cache: path.join(home, "../../cache") });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), text);
  }
  return { words, env };
}
