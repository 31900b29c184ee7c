// Whether `skills pack` gives the same bytes with every given Node, in four time zones, three locales and with two
// umasks, from copies of the same skills that were created in a different order each time.
// node bench/pack-identity.js [--node PATH]… [--cli PATH]
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sha256, writeFile } from "./files.js";
import { builtSkills } from "./skills.js";

/** @typedef {Record<string, string>} Files Text by path. */

const { values } = parseArgs({
  options: {
    node: { type: "string", multiple: true, default: [process.execPath] },
    cli: { type: "string", default: builtSkills },
  },
});

const golden = "9d05eaa2dd8014e9d551091efc58fbb3333181d9d86031c8454962e07231364c";
const zones = ["UTC", "Asia/Tokyo", "America/New_York", "Asia/Kolkata"];
const locales = ["C", "C.UTF-8", "tr_TR.UTF-8"];
const umasks = [0o022, 0o077];
const forms = [
  ["--no-manifest"],
  ["--archive", "skill"],
  ["--archive", "tar.gz"],
  ["--archive", "tar.gz", "--layout", "root"],
];

/** @type {Files} */
const demo = {
  "SKILL.md": "---\nname: demo\ndescription: d\n---\nhi\n",
  "references/café.md": "café\n",
  "scripts/run.sh": "#!/bin/sh\necho hi\n",
};
/** @type {Files} */
const many = { "SKILL.md": "---\nname: many\ndescription: Names in every order. Use it to try.\n---\n" };
for (const name of [
  "ı",
  "Z",
  "z1",
  "z10",
  "z2",
  "ä",
  "é",
  "漢字",
  "\u{1f600}",
  "\ufa0e",
  "a-b",
  "a/b",
  "a_b",
])
  many[`f/${name}.txt`] = `${name}\n`.repeat(1_000);

/** @type {Map<string, Set<string>>} */
const hashes = new Map();
let runs = 0;
for (const node of values.node)
  for (const zone of zones)
    for (const locale of locales) for (const umask of umasks) once(node, zone, locale, umask);

console.log(
  `${runs} runs: ${values.node.map((node) => spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()).join(", ")}; ${zones.length} time zones, ${locales.length} locales, ${umasks.length} umasks`,
);
for (const [archive, found] of hashes)
  console.log(`${archive}: ${found.size} hash${found.size === 1 ? "" : "es"} ${[...found].join(" ")}`);
const isGolden = hashes.get("demo.zip --no-manifest")?.has(golden);
console.log(`the published vector: ${isGolden ? "equal" : "different"}`);
if (!isGolden || [...hashes.values()].some(({ size }) => size !== 1)) process.exitCode = 1;

/** @param {string} node @param {string} zone @param {string} locale @param {number} umask */
function once(node, zone, locale, umask) {
  const before = process.umask(umask);
  const cwd = mkdtempSync(path.join(tmpdir(), "bench-identity-"));
  try {
    write(path.join(cwd, "demo"), demo);
    write(path.join(cwd, "many"), many);
    for (const form of forms) {
      const out = path.join(cwd, `out-${form.join("")}`);
      const { status, stderr } = spawnSync(
        node,
        [values.cli, "pack", "demo", "many", "--out-dir", out, ...form],
        { cwd, encoding: "utf8", env: { PATH: process.env["PATH"], TZ: zone, LC_ALL: locale, LANG: locale } },
      );
      if (status !== 0) throw new Error(`${node}: ${status} ${stderr}`);
      for (const name of readdirSync(out))
        note(`${name} ${form.join(" ")}`, readFileSync(path.join(out, name)));
      runs++;
    }
  } finally {
    rmSync(cwd, { recursive: true });
    process.umask(before);
  }
}

/** @param {string} root @param {Files} files */
function write(root, files) {
  for (const [file, text] of Object.entries(files).sort(() => Math.random() - 0.5)) {
    const absolute = path.join(root, file);
    writeFile(absolute, text);
    if (file.endsWith(".sh")) chmodSync(absolute, 0o755 & ~process.umask());
    utimesSync(absolute, Math.random() * 4e9, Math.random() * 4e9);
  }
}

/** @param {string} archive @param {Uint8Array} bytes */
function note(archive, bytes) {
  const found = hashes.get(archive) ?? new Set();
  hashes.set(archive, found.add(sha256(bytes)));
}
