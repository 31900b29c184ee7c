// Collects the licenses of every bundled package, as the licenses require.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const allowed = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
]);

/**
 * Writes THIRD-PARTY-NOTICES.txt, with a section per package, and sbom.cdx.json, the same list for programs; throws if a
 * license is missing or not allowed. @param {readonly string[]} moduleIds @param {string} directory
 */
export function writeNotices(moduleIds, directory) {
  const folders = [...new Set(moduleIds.flatMap((id) => packageFolder(id) ?? []))].sort();
  const sections = folders.map(section);
  writeFileSync(
    path.join(directory, "THIRD-PARTY-NOTICES.txt"),
    ["The files in this folder contain code of these packages.", ...sections].join("\n\n"),
  );
  writeFileSync(path.join(directory, "sbom.cdx.json"), `${JSON.stringify(bill(folders), undefined, 2)}\n`);
}

/** CycloneDX 1.5; without time and serial number, so that the same sources give the same bytes. @param {readonly string[]} folders */
function bill(folders) {
  const own = component(fileURLToPath(new URL("..", import.meta.url)));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...own, type: "application" } },
    components: folders.map(component),
  };
}

/** @param {string} folder */
function component(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, licenses: [{ license: { id: license } }], purl };
}

/** @param {string} id */
function packageFolder(id) {
  const at = id.lastIndexOf("node_modules/");
  if (at === -1) return undefined;
  const [first = "", second] = id.slice(at + "node_modules/".length).split("/");
  return id.slice(0, at + "node_modules/".length) + (first.startsWith("@") ? `${first}/${second}` : first);
}

/** @param {string} folder */
function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  if (!allowed.has(license))
    throw new Error(`${name} has the license ${license}, which is not on the list in build/notices.js`);
  const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!text || !existsSync(path.join(folder, text))) throw new Error(`${name} contains no license text`);
  return `${"-".repeat(72)}\n${name} ${version} (${license})\n\n${readFileSync(path.join(folder, text), "utf8").trim()}\n`;
}
