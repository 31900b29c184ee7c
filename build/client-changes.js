// Writes to src/generated what changed between the recorded versions of each client: node build/client-changes.js
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const records = path.join(root, "fixtures/live");

/** @typedef {import("../src/model/reports/compat.ts").ClientChange} ClientChange */

export function writeClientChanges() {
  const generated = path.join(root, "src/generated");
  mkdirSync(generated, { recursive: true });
  writeFileSync(
    path.join(generated, "client-changes.ts"),
    `import type { ClientChange } from "../model/reports/compat.ts";\n\nexport const clientChanges: readonly ClientChange[] = ${JSON.stringify(findChanges())};\n`,
  );
}

/** Of each client, each recorded version compared with the one before. */
function findChanges() {
  const names = readdirSync(records)
    .filter((file) => file.includes("@"))
    .map((file) => file.slice(0, -".json".length))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return names.flatMap((name, at) => {
    const [client = "", to = ""] = name.split("@");
    const [other, from = ""] = names[at - 1]?.split("@") ?? [];
    return other === client ? [compare(client, from, to)] : [];
  });
}

/** @param {string} client @param {string} from @param {string} to @returns {ClientChange} */
function compare(client, from, to) {
  const [old, now] = [from, to].map((version) => read(`${client}@${version}.json`).cases ?? {});
  const [oldLists, lists] = [from, to].map(
    (version) => read(`catalogs/${client}@${version}.json`).sets ?? {},
  );
  return {
    ...{ client, from, to },
    answers: { compared: common(old, now).length, changed: differing(old, now) },
    lists: {
      compared: common(oldLists, lists).length,
      changed: differing(oldLists, lists).map((set) => ({
        set,
        from: oldLists?.[set]?.length ?? 0,
        to: lists?.[set]?.length ?? 0,
      })),
    },
  };
}

/** @typedef {Readonly<Record<string, { readonly length?: number }>>} Entries */

/** @param {Entries} [old] @param {Entries} [now] */
function common(old = {}, now = {}) {
  return Object.keys(now).filter((name) => name in old);
}

/** @param {Entries} [old] @param {Entries} [now] */
function differing(old = {}, now = {}) {
  return common(old, now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

/** @param {string} file @returns {{ readonly cases?: Entries, readonly sets?: Entries }} */
function read(file) {
  const whole = path.join(records, file);
  return existsSync(whole) ? JSON.parse(readFileSync(whole, "utf8")) : {};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeClientChanges();
