// What `skills lint` says of a tree of skills, as one list: { rule, severity, skill, file, line?, column?, message }, sorted.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { byPlace } from "./precision.js";

const built = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

/** Every finding below the corpus, with paths from its root; `flags` go to `skills lint`. */
export function lintHits(corpus, { skills = built, flags = [] } = {}) {
  const { subjects } = run(skills, ["lint", "--format", "json", ...flags, "."], corpus);
  const hits = subjects.flatMap(({ path: skill, findings }) =>
    findings.map((finding) => toHit(skill, finding)),
  );
  return { checked: subjects.length, hits: hits.sort(byPlace) };
}

/** What every rule says of itself. */
export function ruleMetas({ skills = built } = {}) {
  return run(skills, ["explain", "--format", "json"]).data.rules.map(({ meta }) => meta);
}

function toHit(skill, { ruleId: rule, severity, file, start, message }) {
  return {
    rule,
    severity,
    skill,
    file,
    ...(start ? { line: start.line, column: start.column } : {}),
    message,
  };
}

function run(skills, args, cwd) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [skills, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0 && status !== 1) throw new Error(`${skills} ${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
