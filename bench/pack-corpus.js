// A tree of skills, by path: every one that `spec` accepts is packed, opened by `skills verify`, unpacked by unzip and by tar, and must
// come out with the same content digest, worked out here, and the same right to run its files.
// node bench/pack-corpus.js PATH [--cli PATH] [--follow-internal]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cli: { type: "string" }, "follow-internal": { type: "boolean" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/pack-corpus.js PATH [--cli PATH] [--follow-internal]");
const cli = values.cli ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const links = values["follow-internal"] ? ["--follow-internal"] : [];

const work = mkdtempSync(path.join(tmpdir(), "bench-pack-"));
try {
  const accepted = skills("validate", corpus)
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
} finally {
  rmSync(work, { recursive: true });
}

function roundTrips(accepted, kind) {
  const counts = { packed: 0, refused: 0, verified: 0, same: 0, other: 0, bytes: 0, seconds: 0 };
  for (const [index, batch] of batchesOf(accepted).entries()) {
    const out = path.join(work, `${kind}-${index}`);
    const { data, subjects, summary } = skills(
      "pack",
      ...batch,
      "--archive",
      kind,
      "--out-dir",
      out,
      ...links,
    );
    counts.seconds += summary.seconds;
    for (const { path: where, findings } of subjects)
      for (const { severity, message } of findings)
        if (severity === "error") console.log(`${path.relative(corpus, where)}: ${message}`);
    const written = data.archives.filter(({ made }) => made);
    counts.packed += written.length;
    counts.refused += data.archives.length - written.length;
    const verified = skills("verify", "--profile", "own", ...written.map(({ path: where }) => where));
    counts.verified += verified.subjects.filter(({ findings }) =>
      findings.every(({ severity }) => severity !== "error"),
    ).length;
    for (const archive of written) {
      counts.bytes += archive.made.bytes;
      const isSame = comesOut(archive, kind, path.join(out, "unpacked"));
      counts[isSame ? "same" : "other"]++;
      if (!isSame) console.log(`comes out otherwise: ${archive.skill}`);
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

/** No two skills of a batch have one name, as their archives stand in one directory. */
function batchesOf(paths) {
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

function comesOut({ path: where, files, made }, kind, into) {
  mkdirSync(into);
  const { status } =
    kind === "zip"
      ? spawnSync("unzip", ["-q", where, "-d", into])
      : spawnSync("tar", ["-xzf", where, "-C", into]);
  if (status !== 0) return false;
  const root = path.join(into, readdirSync(into)[0]);
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
  const executable = new Set(files.filter((file) => file.executable).map((file) => file.path));
  const modes = names.every(
    (name) => ((statSync(path.join(root, name)).mode & 0o111) !== 0) === executable.has(name),
  );
  const isSame = modes && names.length === files.length && digestOf(root, names) === made.contentDigest;
  rmSync(into, { recursive: true });
  return isSame;
}

function digestOf(root, names) {
  const listed = names
    .filter((name) => name !== "skill.manifest.json" && name !== "skill.oms.sig")
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = listed.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(path.join(root, name)))
        .digest("hex")}  ${name}\n`,
  );
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}

function skills(...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args, "--format", "json"], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status > 1) throw new Error(`${args[0]}: ${stderr}`);
  return JSON.parse(stdout);
}
