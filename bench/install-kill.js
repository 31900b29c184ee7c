// Installs, replacements and uninstalls that are killed with SIGKILL at a random moment: each skill is the old or the new one, or none
// where a transaction is left that the next run ends; nothing outside the root changes.
// node bench/install-kill.js [--kills N] [--seed N] [--skills BINARY]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./pair.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    skills: { type: "string" },
  },
});
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const kills = Number(values.kills);
/** How long a run holds the root, in milliseconds: every other run is killed within it. */
const held = 60;

let state = Number(values.seed);
const work = mkdtempSync(path.join(tmpdir(), "bench-kill-"));
const root = path.join(work, "canary", "root");
const counts = new Map();
try {
  makeCanary();
  for (const version of ["one", "two"]) for (const name of ["alpha", "beta"]) makeSkill(version, name);
  const [one, two] = ["one", "two"].map((version) => path.join(work, version));
  const pictures = { one: pictureOf(one), two: pictureOf(two) };
  const canary = pictureOf(path.join(work, "canary"), root);
  const span = await measure(one, two);
  for (let kill = 0; kill < kills; kill++) {
    const before = versionsIn(pictures);
    const removal = ["none", ["uninstall", "--force", "--root", root, "alpha", "beta"]];
    const [wanted, arguments_] = pick([
      ["one", ["install", "--force", "--root", root, one]],
      ["two", ["install", "--force", "--root", root, two]],
      ...(before[0] === "none" ? [] : [removal, removal]),
    ]);
    const finished = await (kill % 2 === 0
      ? runAndKill(arguments_, random() * span * 1.1)
      : runAndKill(arguments_, random() * held, seesTransaction));
    const left = existsSync(path.join(root, ".skills-transaction"));
    const after = versionsIn(pictures);
    for (const [at, version] of after.entries()) {
      if (version === before[at] || version === wanted || (version === "none" && left)) continue;
      throw new Error(`kill ${kill}, ${arguments_[0]}: ${before[at]} became ${version}, wanted ${wanted}`);
    }
    if (!left && new Set(after).size > 1)
      throw new Error(`kill ${kill}: one skill is old and the other new: ${after}`);
    count(
      `${arguments_[0]}: ${finished ? "had ended" : left ? "left a transaction" : after[0] === wanted && before[0] !== wanted ? "done" : "not begun"}`,
    );
    // Any run puts it right; this one has nothing else to do.
    const { status, stderr } = spawnSync(
      process.execPath,
      [skills, "uninstall", "--root", root, "no-such-skill"],
      { encoding: "utf8" },
    );
    if (status !== 2) throw new Error(`kill ${kill}: the next run ended with ${status}: ${stderr}`);
    const repaired = versionsIn(pictures);
    if (new Set(repaired).size > 1 || (repaired[0] !== before[0] && repaired[0] !== wanted))
      throw new Error(`kill ${kill}: repaired to ${repaired}`);
    requireLock(repaired, kill);
    const leftovers = readdirSync(root).filter((name) => name.startsWith("."));
    if (leftovers.length > 0) throw new Error(`kill ${kill}: ${leftovers} was left after the repair`);
    if (JSON.stringify(pictureOf(path.join(work, "canary"), root)) !== JSON.stringify(canary))
      throw new Error(`kill ${kill}: something outside the root changed`);
  }
  console.log(
    `${kills} runs, half of them killed within ${span.toFixed(0)} ms of their start, half within ${held} ms of their transaction's: nothing mixed, nothing left, nothing outside`,
  );
  console.log(table([["what was killed", ""], ...[...counts].sort()]));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeCanary() {
  mkdirSync(root, { recursive: true });
  mkdirSync(path.join(root, "written-by-hand"));
  writeFileSync(path.join(root, "written-by-hand", "SKILL.md"), "mine");
  for (const name of ["SKILL.md", "skills.lock.json", "alpha"])
    writeFileSync(path.join(work, "canary", name), name);
}

function makeSkill(version, name) {
  const directory = path.join(work, version, name);
  mkdirSync(path.join(directory, "references"), { recursive: true });
  writeFileSync(
    path.join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: Fills forms, ${version}. Use when a form is to be filled.\n---\n\nDo it.\n`,
  );
  for (let at = 0; at < 12; at++)
    writeFileSync(path.join(directory, "references", `${at}.md`), version.repeat(400 * (at + 1)));
}

/** How long a run takes, so that the moments are spread over it. */
async function measure(one, two) {
  const started = performance.now();
  for (const source of [one, two, one])
    await runAndKill(["install", "--force", "--root", root, source], Infinity);
  return (performance.now() - started) / 3;
}

/** Kills `after` so many milliseconds from the start, or from when `begun` says so. */
function runAndKill(args, after, begun = () => true) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [skills, ...args], { stdio: "ignore" });
    let ended = false;
    child.on("exit", (code) => {
      ended = true;
      resolve(code !== null);
    });
    const wait = () => {
      if (ended) return;
      if (begun()) setTimeout(() => child.kill("SIGKILL"), after);
      else setImmediate(wait);
    };
    if (after !== Infinity) wait();
  });
}

function seesTransaction() {
  return existsSync(path.join(root, ".skills-transaction"));
}

/** Which version each skill is, whole. */
function versionsIn(pictures) {
  return ["alpha", "beta"].map((name) => {
    const directory = path.join(root, name);
    if (!existsSync(directory)) return "none";
    const found = JSON.stringify(pictureOf(directory));
    return (
      Object.keys(pictures).find(
        (version) =>
          JSON.stringify(
            pictures[version]
              .filter(([file]) => file.startsWith(`${name}/`))
              .map(([file, ...rest]) => [file.slice(name.length + 1), ...rest]),
          ) === found,
      ) ?? "mixed"
    );
  });
}

function requireLock(versions, kill) {
  const lock = path.join(root, "skills.lock.json");
  if (versions[0] === "none") {
    if (existsSync(lock)) throw new Error(`kill ${kill}: a lock is left, and no skill`);
    return;
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    [skills, "digest", path.join(root, "alpha"), "--format", "json"],
    { encoding: "utf8" },
  );
  const { contentDigest } = JSON.parse(readFileSync(lock, "utf8")).skills.alpha;
  if (status !== 0 || !stdout.includes(contentDigest))
    throw new Error(`kill ${kill}: the lock does not say what is installed`);
}

/** Every file below a directory by its digest and mode, but for what is below `but`. */
function pictureOf(directory, but) {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (file) => !but || !path.join(directory, file).startsWith(but),
  );
  return files.sort().flatMap((file) => {
    const stats = lstatSync(path.join(directory, file));
    return stats.isFile()
      ? [
          [
            file,
            stats.mode,
            createHash("sha256")
              .update(readFileSync(path.join(directory, file)))
              .digest("hex"),
          ],
        ]
      : [];
  });
}

function pick(choices) {
  return choices[Math.floor(random() * choices.length)];
}

/** Park and Miller's generator: the same seed gives the same moments, as far as a clock can. */
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

function count(what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
