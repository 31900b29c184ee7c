// Packs, installs, verifies, compares and uninstalls each skill of a tree that spec accepts; the root must be unchanged
// afterwards.
// node bench/install-corpus.js PATH [--library FILE]
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { count } from "./tally.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { library: { type: "string", default: new URL("../dist/index.js", import.meta.url).href } },
});
const corpus = required(positionals[0], "install-corpus.js PATH [--library FILE]");
/** @type {typeof import("../src/index.ts")} */
const { diff, install, pack, uninstall, validate, verifyLock } = await import(values.library);

const started = performance.now();
const { report } = await validate({ paths: ["."], cwd: path.resolve(corpus) });
const accepted = report.subjects.filter(({ verdicts }) => verdicts.spec === "accepts");
const cwd = temporaryDirectory("install");
/** @type {Map<string, number>} */
const counts = new Map();
mkdirSync(path.join(cwd, "root"));
for (const { path: skill, name = "" } of accepted)
  count(counts, await roundTrip(path.resolve(corpus, skill), name));
console.log(
  `${report.subjects.length} skills, of which spec accepts ${accepted.length}; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
console.log(table([["round trip", ""], ...counts]));

/** @param {string} skill @param {string} name */
async function roundTrip(skill, name) {
  const where = { cwd, env: {}, root: "root" };
  const { report: packed, archives } = await pack({ paths: [skill], cwd, outDir: "archives" });
  const [{ made, path: archive } = { path: "" }] = archives;
  if (packed.outcome !== 0 || !made)
    return `not packed: ${packed.subjects[0]?.findings.find(({ severity }) => severity === "error")?.ruleId}`;
  const { report: placed, installed } = await install({ ...where, paths: [archive] });
  expect(
    skill,
    "installed",
    placed.outcome === 0 &&
      installed[0]?.status === "installed" &&
      installed[0].contentDigest === made.contentDigest,
  );
  const { differences, matching } = await verifyLock("root/skills.lock.json", cwd);
  expect(skill, "equal to the lock", differences.length === 0 && matching[0] === name);
  const again = await install({ ...where, paths: [skill] });
  expect(skill, "the same as its directory", again.installed[0]?.status === "unchanged");
  for (const old of [skill, archive])
    expect(
      skill,
      "without a difference",
      (await diff({ old, new: path.join("root", name), cwd, env: {} })).report.outcome === 0,
    );
  await uninstall({ ...where, names: [name] });
  expect(skill, "removed completely", readdirSync(path.join(cwd, "root")).length === 0);
  return "the same";
}

/** @param {string} skill @param {string} what @param {boolean} holds */
function expect(skill, what, holds) {
  if (!holds) throw new Error(`${skill}: not ${what}`);
}
