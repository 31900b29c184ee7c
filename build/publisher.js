// Sets the names under which the program is published, in every file that contains them:
// node build/publisher.js [--owner ACCOUNT] [--repository NAME] [--domain HOST] [--package NAME] [--companion NAME]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = path.join(root, "build/publisher.json");

/** @typedef {{ owner: string | null, repository: string, domain: string | null, package: string, companion: string }} Publisher */

/** Names that need no escape in an address, a file or a shell. */
const forms = {
  owner: /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
  repository: /^[A-Za-z0-9][\w.-]*$/,
  domain: /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
  package: /^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/,
  companion: /^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/,
};

/** Writes src/generated/publisher.ts, from which the program takes the names. */
export function writePublisher({ companion: _, ...publisher } = read()) {
  const generated = path.join(root, "src/generated");
  mkdirSync(generated, { recursive: true });
  const text = `import type { Publisher } from "../model/address.ts";\n\nexport const publisher: Publisher = ${JSON.stringify(publisher)};\n`;
  writeFileSync(path.join(generated, "publisher.ts"), text);
}

/** @returns {Publisher} */
function read() {
  return JSON.parse(readFileSync(file, "utf8"));
}

function setNames() {
  const before = read();
  const after = { ...before, ...readOptions() };
  writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
  writePublisher(after);
  rewrite("package.json", (text) => withManifest(text, after));
  rewrite("package-lock.json", (text) => withLock(text, after));
  for (const schema of readdirSync(path.join(root, "schemas")))
    rewrite(`schemas/${schema}`, (text) => withId(text, after, schema));
  const programs = ["bench/packed.js", "test/package.test.ts"];
  for (const page of ["README.md", ...pagesIn("docs"), ...pagesIn("examples/workflows"), ...programs])
    rewrite(page, (text) => withNames(text, before, after));
}

/** @param {string} name @param {(text: string) => string} change */
function rewrite(name, change) {
  const before = readFileSync(path.join(root, name), "utf8");
  const after = change(before);
  if (after === before) return;
  writeFileSync(path.join(root, name), after);
  process.stdout.write(`changed ${name}\n`);
}

/** @param {string} folder */
function pagesIn(folder) {
  const names = readdirSync(path.join(root, folder)).filter((name) => /\.(?:md|yml)$/.test(name));
  return names.sort().map((name) => `${folder}/${name}`);
}

/** @param {Publisher} publisher */
function addressOf({ owner, repository }) {
  return owner === null ? undefined : `https://github.com/${owner}/${repository}`;
}

/** The addresses come after the keywords. @param {string} text @param {Publisher} publisher */
function withManifest(text, publisher) {
  const {
    name: _,
    version,
    description,
    keywords,
    homepage: _h,
    repository: _r,
    bugs: _b,
    ...rest
  } = JSON.parse(text);
  const address = addressOf(publisher);
  const addresses = address && {
    homepage: address,
    repository: { type: "git", url: `git+${address}.git` },
    bugs: { url: `${address}/issues` },
  };
  const manifest = { name: publisher.package, version, description, keywords, ...addresses, ...rest };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** @param {string} text @param {Publisher} publisher */
function withLock(text, publisher) {
  const lock = JSON.parse(text);
  lock.name = publisher.package;
  lock.packages[""].name = publisher.package;
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** As `schemaId` in src/model/address.ts. @param {string} text @param {Publisher} publisher @param {string} schema */
function withId(text, publisher, schema) {
  const address = addressOf(publisher);
  const folder =
    publisher.domain !== null
      ? `https://${publisher.domain}/schemas`
      : address !== undefined
        ? `${address}/raw/main/schemas`
        : `node_modules/${publisher.package}/schemas`;
  return text.replace(/("\$id": )"[^"]*"/, `$1"${folder}/${schema}"`);
}

/** @param {string} text @param {Publisher} before @param {Publisher} after */
function withNames(text, before, after) {
  const named = text.replaceAll(
    `${before.owner ?? "OWNER"}/${before.repository}`,
    `${after.owner ?? "OWNER"}/${after.repository}`,
  );
  const owned = after.owner === null ? named : named.replace(/Replace OWNER with [^.]*\. ?/g, "");
  const name = before.package.replaceAll(".", "\\.");
  // Where npm resolves the name. Elsewhere it is that of the program, which stays.
  const resolved = new RegExp(
    `(node_modules/|--save-dev |npx --yes |from "|require\\("|\`(?=${name}/))${name}\\b`,
    "g",
  );
  return owned
    .replace(resolved, `$1${after.package}`)
    .replaceAll(`./${tarballOf(before)}-`, `./${tarballOf(after)}-`);
}

/** The start of a tarball's name, as npm writes it. @param {Publisher} publisher */
function tarballOf(publisher) {
  return publisher.package.replace(/^@/, "").replace("/", "-");
}

/** @returns {Partial<Publisher>} */
function readOptions() {
  const names = /** @type {(keyof typeof forms)[]} */ (Object.keys(forms));
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ("string") }])),
    });
    for (const name of names) {
      const value = values[name];
      if (typeof value === "string" && !forms[name].test(value))
        fail(`"${value}" is not a name for --${name}`);
    }
    return values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  process.stderr.write(`publisher: ${sentence}\n`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setNames();
