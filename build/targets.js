// Finds the modeled programs, one a file, and writes to src/generated a registry of each kind, with the models, and the
// records of all, from which options, help and types know the programs without loading the models.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.js";

const source = fileURLToPath(new URL("../src", import.meta.url));
const generated = path.join(source, "generated");

/** @typedef {{ readonly id: string, readonly order?: number, readonly [field: string]: unknown }} Model */
/** @typedef {{ readonly name: string, readonly model: Model, readonly file: string }} Found A model and its export. */

/**
 * What there is one file each of: the folder of the files, the type of the models, where it is declared, and the fields
 * of a model that are in its record. Keyed by registry.
 */
const kinds = {
  validators: {
    folder: "targets/validators",
    type: "Validator",
    declared: "model/validator.ts",
    fields: ["about", "refusesUnknownFields"],
  },
  uploaders: {
    folder: "targets/uploaders",
    type: "Uploader",
    declared: "model/upload.ts",
    fields: ["refusesUnknownFields", "keepsQuotes"],
  },
  systems: {
    folder: "harness/systems",
    type: "System",
    declared: "harness/system.ts",
    fields: ["about", "byDefault", "actsOn"],
  },
  clients: {
    folder: "targets/clients",
    type: "Client",
    declared: "model/loader.ts",
    fields: ["title", "reach", "loads"],
  },
  realClients: { folder: "real/clients", type: "RealClient", declared: "real/client.ts", fields: [] },
};

/** @typedef {(typeof kinds)[keyof typeof kinds]} Kind */

/** Writes the registries and the records. */
export async function writeTargets() {
  const directory = mkdtempSync(path.join(tmpdir(), "targets-"));
  try {
    const files = Object.values(kinds).flatMap(({ folder }) => filesIn(folder));
    await bundle(
      Object.fromEntries(files.map((file) => [file, path.join(source, file)])),
      { dir: directory, format: "esm", entryFileNames: "[name].mjs" },
      // The simulated shell is large, and no model runs here.
      { [path.join(source, "harness/shell/just-bash.ts")]: "./played-shell.cjs" },
      [withoutRecords],
    );
    mkdirSync(generated, { recursive: true });
    const records = [];
    for (const [registry, kind] of Object.entries(kinds)) {
      const found = [];
      for (const file of filesIn(kind.folder)) found.push(await modelIn(file, directory));
      const models = found.sort((a, b) => compareModels(a.model, b.model));
      writeRegistry(registry, kind, models);
      if (registry === "clients") {
        // Most runs load no other clients.
        const common = models.filter(({ model }) => model["reach"] === "common");
        writeRegistry("commonClients", kind, common);
        writeClientRoots(models.map(({ model }) => model));
      }
      const list = models.map(({ model }) => recordOf(model, kind.fields));
      records.push(`export const ${recordsName(registry)} = ${JSON.stringify(list)} as const;\n`);
    }
    writeFileSync(path.join(generated, "targets.ts"), records.join("\n"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The files with a model; one that has parts is in a folder of its name. @param {string} folder */
function filesIn(folder) {
  return readdirSync(path.join(source, folder), { withFileTypes: true }).flatMap((item) => {
    if (item.isDirectory()) return item.name === "parts" ? [] : [`${folder}/${item.name}/${item.name}.ts`];
    return item.name.endsWith(".ts") ? [`${folder}/${item.name}`] : [];
  });
}

/** The model that a file exports, under any name. @param {string} file @param {string} directory @returns {Promise<Found>} */
async function modelIn(file, directory) {
  const id = path.basename(file, ".ts");
  /** @type {Readonly<Record<string, Model | undefined>>} */
  const exported = await import(pathToFileURL(path.join(directory, `${file}.mjs`)).href);
  for (const [name, model] of Object.entries(exported)) if (model?.id === id) return { name, model, file };
  throw new Error(`src/${file} exports nothing with the id "${id}"`);
}

/** By `order`, then by id. @param {Model} a @param {Model} b */
function compareModels(a, b) {
  return (a.order ?? Infinity) - (b.order ?? Infinity) || (a.id < b.id ? -1 : 1);
}

/** @param {Model} model @param {readonly string[]} fields */
function recordOf(model, fields) {
  /** @type {Readonly<Record<string, unknown>>} */
  const known = { ...model, loads: loads(model) };
  return Object.fromEntries(["id", ...fields].map((field) => [field, known[field]]));
}

/** Whether it is known how a client reads a SKILL.md. @param {Model} model */
function loads({ versions }) {
  return Array.isArray(versions) && versions.some(({ load }) => load !== undefined);
}

/** @param {string} registry @param {Kind} kind @param {readonly Found[]} models */
function writeRegistry(registry, { type, declared }, models) {
  const lines = [
    `import type { ${type} } from "../${declared}";`,
    ...models.map(({ name, file }) => `import { ${name} } from "../${file}";`),
    "",
    "/** In display order. */",
    `export const ${registry}: readonly ${type}[] = [${models.map(({ name }) => name).join(", ")}];`,
    "",
  ];
  const name = registry.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  writeFileSync(path.join(generated, `${name}.ts`), lines.join("\n"));
}

/**
 * The directories of a project from which some client loads skills, without the records of clients, which a search for
 * skills does not load. A user's roots count too, as the project may be a home directory.
 * @param {readonly Model[]} clients
 */
function writeClientRoots(clients) {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  for (const { versions } of clients)
    for (const { roots } of /** @type {import("../src/model/loader.ts").Client["versions"]} */ (versions))
      for (const written of roots ? [...roots.project, ...roots.user] : []) {
        const root = written.replace(/^~\//, "");
        found.set(root, found.get(root) === true || roots?.insideSkills !== false);
      }
  const list = Array.from(found, ([root, insideSkills]) => ({ root, insideSkills }));
  writeFileSync(
    path.join(generated, "client-roots.ts"),
    `export const clientRoots: readonly { readonly root: string; readonly insideSkills: boolean }[] = ${JSON.stringify(list)};\n`,
  );
}

/** @param {string} registry */
function recordsName(registry) {
  return `${registry.slice(0, -1)}Records`;
}

/**
 * Some models import files that also export ids, which come from the records: here these are empty.
 * @type {import("rolldown").Plugin}
 */
const withoutRecords = {
  name: "without-records",
  resolveId: (written) => (written.endsWith("/generated/targets.ts") ? "\0records" : null),
  load: (id) =>
    id === "\0records"
      ? Object.keys(kinds)
          .map((registry) => `export const ${recordsName(registry)} = [];\n`)
          .join("")
      : null,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTargets();
