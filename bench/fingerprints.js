// Counts how many findings keep their fingerprint from commit to commit of real repositories: of those whose line a
// commit did not change, and of those about a whole file that are still reported.
// node bench/fingerprints.js GIT_DIRECTORY... [--commits 30] [--skills BINARY] [--verbose]
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { runSkills } from "./skills.js";

/** @typedef {import("../src/model/report.ts").Report} Report */
/** @typedef {{ rule: string, file: string, line: number | undefined, fingerprint: string }} Found */
/** @typedef {{ file(path: string): string, line(path: string, line: number): number | undefined }} Moves */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: "string", default: "30" },
    skills: { type: "string" },
    verbose: { type: "boolean" },
  },
});
required(positionals[0], "fingerprints.js GIT_DIRECTORY... [--commits 30] [--skills BINARY]");
const home = temporaryDirectory("fingerprints");
const rows = positionals.map(measure);
console.log(table([["repository", "commits", "findings", "same fingerprint", "share"], ...rows]));

/** @param {string} repository @returns {readonly string[]} */
function measure(repository, at = 0) {
  const git = gitIn(repository);
  const commits = git(
    "log",
    "--no-merges",
    "--format=%H",
    "--diff-filter=MR",
    `-n${values.commits}`,
    "--",
    "*.md",
  )
    .trim()
    .split("\n");
  const counts = { commits: 0, total: 0, same: 0 };
  for (const commit of commits) {
    const parent = git("rev-list", "--parents", "-n1", commit).trim().split(" ")[1];
    const before = parent && findingsAt(git, parent, at);
    const after = before && findingsAt(git, commit, at);
    if (!before || !after) continue;
    counts.commits++;
    compare(before, after, movesOf(git("diff", "-U0", "-M", "--no-color", parent, commit)), counts, commit);
  }
  const share = ((100 * counts.same) / counts.total).toFixed(2);
  return [path.basename(path.dirname(repository)), ...Object.values(counts).map(String), `${share} %`];
}

/** @param {string} repository */
function gitIn(repository) {
  return (/** @type {readonly string[]} */ ...words) =>
    execFileSync("git", ["-C", repository, "-c", "core.quotePath=false", ...words], {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
}

/** Undefined if there are no skills. @param {ReturnType<typeof gitIn>} git @param {string} commit @param {number} at @returns {readonly Found[] | undefined} */
function findingsAt(git, commit, at) {
  const directory = path.join(home, String(at), commit);
  const archive = path.join(home, `${commit}.tar`);
  mkdirSync(directory, { recursive: true });
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", directory]);
  const { status, stdout } = runSkills(["lint", "--format", "json", "."], {
    ...(values.skills !== undefined && { cli: values.skills }),
    cwd: directory,
  });
  execFileSync("rm", ["-rf", directory, archive]);
  if (status === 2) return undefined;
  /** @type {Report} */
  const { subjects } = JSON.parse(stdout);
  return subjects.flatMap(({ path: skill, findings }) =>
    findings.map(({ ruleId, file, start, fingerprint = "" }) => ({
      rule: ruleId,
      file: path.posix.join(skill, file === "" ? "SKILL.md" : file),
      line: start?.line,
      fingerprint,
    })),
  );
}

/** Where the lines of one commit are in the next, by the hunks between them. @param {string} diff @returns {Moves} */
function movesOf(diff) {
  /** @type {Map<string, { to: string, hunks: { first: number, count: number, added: number }[] }>} */
  const files = new Map();
  /** @type {{ to: string, hunks: { first: number, count: number, added: number }[] } | undefined} */
  let current;
  for (const line of diff.split("\n")) {
    const [, from, to] = /^diff --git a\/(.*) b\/(.*)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) files.set(from, (current = { to, hunks: [] }));
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const [first, count, added] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3] ?? 1)];
    current?.hunks.push({ first, count, added });
  }
  return {
    file: (name) => files.get(name)?.to ?? name,
    line(name, line) {
      let shift = 0;
      for (const { first, count, added } of files.get(name)?.hunks ?? []) {
        // A hunk without old lines comes after its first line.
        if (count === 0 ? line <= first : line < first) break;
        if (count > 0 && line < first + count) return undefined;
        shift += added - count;
      }
      return line + shift;
    },
  };
}

/** @param {readonly Found[]} before @param {readonly Found[]} after @param {Moves} moves @param {{ total: number, same: number }} counts @param {string} commit */
function compare(before, after, moves, counts, commit) {
  /** @type {(found: Found) => string} */
  const keyOf = ({ rule, file, line }) => `${rule} ${file}:${line ?? ""}`;
  const later = groupBy(after, keyOf);
  const moved = before.flatMap((found) => {
    const line = found.line === undefined ? undefined : moves.line(found.file, found.line);
    if (found.line !== undefined && line === undefined) return [];
    return [{ ...found, file: moves.file(found.file), line }];
  });
  for (const [key, earlier] of groupBy(moved, keyOf)) {
    const prints = (later.get(key) ?? []).map(({ fingerprint }) => fingerprint);
    const pairs = Math.min(prints.length, earlier.length);
    const same = earlier.filter(({ fingerprint }) => prints.includes(fingerprint)).length;
    counts.total += pairs;
    counts.same += same;
    if (same < pairs && values.verbose) console.log(commit.slice(0, 8), key);
  }
}

/** @template Item @param {readonly Item[]} items @param {(item: Item) => string} keyOf @returns {ReadonlyMap<string, readonly Item[]>} */
function groupBy(items, keyOf) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
