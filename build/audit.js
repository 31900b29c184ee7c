// Asks npm for known vulnerabilities of exactly the packages that are bundled, as listed in dist/sbom.cdx.json. Ends
// with 1 if there is one without an exception, or an exception that has expired or is not needed; with 2 if the answer
// is not known. `npm audit` itself knows only dependencies to install, and there are none.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ readonly name: string, readonly version: string }} Bundled
 * @typedef {{ readonly id: string, readonly title: string, readonly name: string }} Advisory
 * @typedef {{ readonly id: string, readonly reason: string, readonly until: string }} Exception
 */

/** A package whose dependencies are the bundled packages, and its lock. @param {readonly Bundled[]} bundled */
export function lockOf(bundled) {
  // The name is an alias, as two versions of a package may be bundled.
  const named = bundled.map((each, at) => ({ ...each, alias: `bundled-${at}` }));
  const dependencies = Object.fromEntries(
    named.map(({ alias, name, version }) => [alias, `npm:${name}@${version}`]),
  );
  const manifest = { name: "bundled", version: "0.0.0", private: true, dependencies };
  const packages = Object.fromEntries(
    named.map(({ alias, name, version }) => [`node_modules/${alias}`, { name, version }]),
  );
  return { manifest, lock: { ...manifest, lockfileVersion: 3, packages: { "": manifest, ...packages } } };
}

/** The advisories in what `npm audit --json` printed; throws if it contains no answer. @param {string} printed @returns {Advisory[]} */
export function advisoriesIn(printed) {
  const { vulnerabilities, error, message } = JSON.parse(printed);
  if (typeof vulnerabilities !== "object" || vulnerabilities === null)
    throw new Error(`npm audit gives no answer: ${error?.summary || message || printed.slice(0, 200)}`);
  /** @type {Map<string, Advisory>} */
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities))
    for (const each of via) {
      if (typeof each === "string") continue;
      const id = /GHSA-[\w-]+/.exec(each.url)?.[0] ?? String(each.source);
      found.set(id, { id, title: each.title, name: each.name });
    }
  return [...found.values()];
}

/**
 * What must be done before a release: one sentence each. @param {readonly Advisory[]} advisories
 * @param {readonly Exception[]} exceptions @param {string} today such as "2026-11-27" @returns {string[]}
 */
export function objections(advisories, exceptions, today) {
  return [
    ...exceptions.flatMap(({ id, reason, until }) => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(until ?? "") || !reason?.trim())
        return [`the exception ${id} needs a reason and a date until which it holds`];
      if (until < today) return [`the exception ${id} expired on ${until}: ${reason}`];
      return advisories.some((each) => each.id === id)
        ? []
        : [`the exception ${id} is not needed; remove it`];
    }),
    ...advisories
      .filter(({ id }) => !exceptions.some((exception) => exception.id === id))
      .map(({ id, name, title }) => `${name}: ${title} (${id})`),
  ];
}

/** @param {readonly Bundled[]} bundled */
function audit(bundled) {
  const folder = mkdtempSync(path.join(tmpdir(), "audit-bundled-"));
  const { manifest, lock } = lockOf(bundled);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  try {
    return execFileSync("npm", ["audit", "--json", "--package-lock-only", "--audit-level=none"], {
      cwd: folder,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
  } catch (error) {
    // It ends with 1 if it found something, and prints that.
    if (error instanceof Error && "stdout" in error && String(error.stdout) !== "")
      return String(error.stdout);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main() {
  const root = new URL("../", import.meta.url);
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(new URL(file, root), "utf8"));
  /** @type {{ readonly components: readonly Bundled[] }} */
  const { components } = read("dist/sbom.cdx.json");
  const found = advisoriesIn(audit(components));
  const problems = objections(
    found,
    read("build/audit-exceptions.json"),
    new Date().toISOString().slice(0, 10),
  );
  for (const problem of problems) console.error(`audit: ${problem}`);
  console.log(`audit: ${components.length} bundled packages, ${found.length} advisories`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main();
  } catch (error) {
    console.error(`audit: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}
