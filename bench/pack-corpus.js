// Packs every skill of a tree that `spec` accepts, opens it with `skills verify`, and unpacks it with unzip and tar.
// The content digest, computed here, and the executable bits must be the same.
// node bench/pack-corpus.js PATH [--cli PATH] [--follow-internal]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { filesBelow, sha256, temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { dataOf, reportOf } from "./skills.js";

/** @typedef {import("../src/model/reports/pack.ts").PackedArchive} PackedArchive */
/** @typedef {PackedArchive & { readonly made: NonNullable<PackedArchive["made"]> }} WrittenArchive */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cli: { type: "string" }, "follow-internal": { type: "boolean" } },
});
const corpus = required(positionals[0], "pack-corpus.js PATH [--cli PATH] [--follow-internal]");
const choice = { cli: values.cli };
const links = values["follow-internal"] ? ["--follow-internal"] : [];

const work = temporaryDirectory("pack");
const accepted = reportOf("validate", [corpus], choice)
  .subjects.filter(({ verdicts }) => verdicts.spec === "accepts")
  .map(({ path: where }) => where);
const totals = [
  ["zip", ...roundTrips(accepted, "zip")],
  ["tar.gz", ...roundTrips(accepted, "tar.gz")],
];
console.log(`${accepted.length} skills that spec accepts`);
console.log(
  table([
    ["", "packed", "refused", "verified", "same digest", "other digest", "MiB", "s to pack"],
    ...totals,
  ]),
);

/** @param {readonly string[]} accepted @param {"zip" | "tar.gz"} kind */
function roundTrips(accepted, kind) {
  const counts = { packed: 0, refused: 0, verified: 0, same: 0, other: 0, bytes: 0, seconds: 0 };
  for (const [index, batch] of batchesOf(accepted).entries()) {
    const out = path.join(work, `${kind}-${index}`);
    const report = reportOf("pack", [...batch, "--archive", kind, "--out-dir", out, ...links], choice);
    counts.seconds += report.summary.seconds;
    for (const { path: where, findings } of report.subjects)
      for (const { severity, message } of findings)
        if (severity === "error") console.log(`${path.relative(corpus, where)}: ${message}`);
    const { archives } = dataOf(report);
    const written = archives.filter(isWritten);
    counts.packed += written.length;
    counts.refused += archives.length - written.length;
    const verified = reportOf(
      "verify",
      ["--profile", "own", ...written.map(({ path: where }) => where)],
      choice,
    );
    counts.verified += verified.subjects.filter(({ findings }) =>
      findings.every(({ severity }) => severity !== "error"),
    ).length;
    for (const archive of written) {
      counts.bytes += archive.made.bytes;
      const isSame = comesOut(archive, kind, path.join(out, "unpacked"));
      counts[isSame ? "same" : "other"]++;
      if (!isSame) console.log(`differs after unpacking: ${archive.skill}`);
    }
    rmSync(out, { recursive: true });
  }
  if (counts.other > 0 || counts.verified !== counts.packed) process.exitCode = 1;
  return [
    counts.packed,
    counts.refused,
    counts.verified,
    counts.same,
    counts.other,
    (counts.bytes / 2 ** 20).toFixed(1),
    counts.seconds.toFixed(1),
  ];
}

/** @param {PackedArchive} archive @returns {archive is WrittenArchive} */
function isWritten(archive) {
  return archive.made !== undefined;
}

/** Splits skills into batches with unique names, as the archives of a batch are in one directory. @param {readonly string[]} paths */
function batchesOf(paths) {
  /** @type {{ names: Set<string>, paths: string[] }[]} */
  const batches = [];
  for (const where of paths) {
    const name = path.basename(where).toLowerCase();
    const batch = batches.find(({ names }) => !names.has(name));
    if (!batch) {
      batches.push({ names: new Set([name]), paths: [where] });
      continue;
    }
    batch.names.add(name);
    batch.paths.push(where);
  }
  return batches.map(({ paths: each }) => each);
}

/** @param {WrittenArchive} archive @param {"zip" | "tar.gz"} kind @param {string} into */
function comesOut({ path: where, files, made }, kind, into) {
  mkdirSync(into);
  const { status } =
    kind === "zip"
      ? spawnSync("unzip", ["-q", where, "-d", into])
      : spawnSync("tar", ["-xzf", where, "-C", into]);
  if (status !== 0) return false;
  const root = path.join(into, readdirSync(into)[0] ?? "");
  const names = filesBelow(root);
  const executable = new Set(files.filter((file) => file.executable).map((file) => file.path));
  const modes = names.every(
    (name) => ((statSync(path.join(root, name)).mode & 0o111) !== 0) === executable.has(name),
  );
  const isSame = modes && names.length === files.length && digestOf(root, names) === made.contentDigest;
  rmSync(into, { recursive: true });
  return isSame;
}

/** @param {string} root @param {readonly string[]} names */
function digestOf(root, names) {
  const listed = names
    .filter((name) => name !== "skill.manifest.json" && name !== "skill.oms.sig")
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = listed.map((name) => `${sha256(readFileSync(path.join(root, name)))}  ${name}\n`);
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}
