// Lists the recorded clients, so that options and configs know their ids without loading the records.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes src/generated/clients.ts from the registry. */
export async function writeClientList() {
  const directory = mkdtempSync(path.join(tmpdir(), "clients-"));
  try {
    await bundle(
      { clients: path.join(root, "src/targets/clients/index.ts") },
      { dir: directory, format: "esm", entryFileNames: "[name].mjs" },
    );
    /** @type {{ clients: readonly import("../src/model/loader.ts").Client[] }} */
    const { clients } = await import(pathToFileURL(path.join(directory, "clients.mjs")).href);
    const list = clients.map(({ id, title, reach, versions }) => ({
      id,
      title,
      reach,
      loads: versions.some(({ load }) => load !== undefined),
    }));
    writeFileSync(
      path.join(root, "src/generated/clients.ts"),
      `export const recordedClients = ${JSON.stringify(list)} as const;\n`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
