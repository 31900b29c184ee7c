import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SkillsError } from "../src/core/errors.ts";
import * as engine from "../src/engine.ts";
import { namedDirectoriesIn, unusualIn } from "../src/graph/scan-unusual.ts";
import * as library from "../src/index.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { samples, tenthOf } from "./support/samples.ts";

const cwd = path.join(fixturesRoot, "skills");
const document = "---\nname: a\ndescription: Draws charts. Use when a chart is asked for.\n---\n\nDraw it.\n";

async function refusal(act: () => unknown): Promise<string> {
  try {
    await act();
    return "nothing was refused";
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Calls a function as a program without types does. */
function call(of: object, name: string, ...given: readonly unknown[]): unknown {
  const called: unknown = Object.entries(of).find(([key]) => key === name)?.[1];
  if (typeof called !== "function") throw new Error(`there is no ${name}`);
  return called(...given);
}

const inSkills = { paths: ["meeting-notes"], cwd };

const refused: readonly (readonly [string, unknown, string])[] = [
  ["check", undefined, "the options must be an object"],
  ["check", {}, 'option "paths" is missing'],
  ["check", { paths: ["."] }, 'option "cwd" is missing'],
  ["check", { ...inSkills, paths: "." }, 'option "paths" must be a list of strings'],
  [
    "check",
    { ...inSkills, targets: ["windsurf"] },
    "it is not known how Windsurf reads a SKILL.md; remove the target",
  ],
  ["lint", { ...inSkills, targets: ["codexx"] }, 'target "codexx" is not supported; did you mean "codex"?'],
  ["lint", { ...inSkills, target: ["codex"] }, 'unknown option "target"; did you mean "targets"?'],
  [
    "lint",
    { ...inSkills, rules: { "description-vague": "fatal" } },
    'severity "fatal" is not supported; use error, info, off, warning',
  ],
  [
    "lint",
    { ...inSkills, rules: { "description-vauge": "off" } },
    'unknown rule "description-vauge"; did you mean "description-vague"?',
  ],
  ["lint", { ...inSkills, fix: "bogus" }, 'fix "bogus" is not supported; use none, safe, unsafe'],
  ["lint", { ...inSkills, fix: true }, 'option "fix" must be a string'],
  ["lint", { ...inSkills, security: "yes" }, 'option "security" must be true or false'],
  ["lint", { ...inSkills, maxWarnings: -1 }, 'option "maxWarnings" must be a whole number of 0 or more'],
  ["lint", { ...inSkills, baseline: { write: true } }, 'option "baseline.path" is missing'],
  ["lint", { ...inSkills, baseline: { file: "x" } }, 'unknown option "baseline.file"'],
  [
    "lint",
    { ...inSkills, overrides: { directory: cwd, entries: [{ paths: ["*"], rule: {} }] } },
    'unknown option "overrides.entries[0].rule"; did you mean "rules"?',
  ],
  ["validate", { ...inSkills, rules: {} }, 'unknown option "rules"'],
  ["validate", { ...inSkills, jobs: 0 }, 'option "jobs" must be a whole number of 1 or more, or "auto"'],
  [
    "pack",
    { ...inSkills, targets: ["claudeai"] },
    'target "claudeai" is not supported; did you mean "claude-ai"?',
  ],
  ["pack", { ...inSkills, dryrun: true }, 'unknown option "dryrun"; did you mean "dryRun"?'],
  ["pack", { ...inSkills, layout: "flat" }, 'layout "flat" is not supported; use root, wrapped'],
  ["verify", { ...inSkills, profile: "any" }, 'profile "any" is not supported; use auto, own'],
  ["inspect", { ...inSkills, tokens: "all" }, 'tokens "all" is not supported; use estimate, exact'],
  ["graph", { ...inSkills, targets: "spec" }, 'option "targets" must be a list of strings'],
  ["compat", { ...inSkills, client: "codex" }, 'unknown option "client"; did you mean "clients"?'],
  ["preview", inSkills, 'option "client" is missing'],
  ["digest", { paths: ["."] }, 'option "cwd" is missing'],
  ["diff", { old: "a", cwd }, 'option "new" is missing'],
  ["doctor", { cwd, homedir: "/" }, 'unknown option "homedir"'],
  ["install", { ...inSkills }, 'option "env" is missing'],
  ["uninstall", { names: "a", cwd, env: {} }, 'option "names" must be a list of strings'],
  ["list", { cwd, roots: "." }, 'option "roots" must be a list of strings'],
  ["listClients", { olderThan: "90" }, 'option "olderThan" must be a whole number of 0 or more'],
  ["init", { name: "a", cwd }, 'option "description" is missing'],
  [
    "init",
    {
      name: "a",
      description: "Draws charts. Use when a chart is asked for.",
      cwd,
      template: "big",
      dryRun: true,
    },
    'template "big" is not supported',
  ],
  ["rename", { skill: "a", cwd }, 'option "name" is missing'],
  ["test", { ...inSkills, systems: ["reactt"] }, 'system "reactt" is not supported; use agentskills'],
  [
    "run",
    { prompt: "a", system: "x", model: "lexical", cwd, env: {}, policy: {} },
    'system "x" is not supported',
  ],
  ["readConfig", { cwd: 5 }, 'option "cwd" must be a string'],
];

describe("the library", () => {
  it.each(refused)("%s refuses what the command line does: %j", async (name, options, message) => {
    expect(await refusal(() => call(library, name, options))).toContain(`bad-usage: ${message}`);
  });

  it("uses the words of the command line", async () => {
    const { stderr } = await runSkills(["lint", "--target", "codexx", "."], { cwd });
    expect(stderr).toContain('target "codexx" is not supported; did you mean "codex"?');
  });

  it("takes an option that is undefined for one that is absent", async () => {
    const options = { ...inSkills, fix: undefined, targets: undefined };
    expect(await refusal(() => call(library, "lint", options))).toBe("nothing was refused");
  });
});

const inMemory: readonly (readonly [unknown, unknown, string])[] = [
  [{ "SKILL.md": document }, {}, 'option "name" is missing'],
  [{ "SKILL.md": document }, { name: "a/b" }, 'option "name" must be the name of a directory'],
  [{ "SKILL.md": document }, { name: "a", targets: ["claude-ai"] }, 'target "claude-ai" is an uploader;'],
  [{ "SKILL.md": document }, { name: "a", rule: {} }, 'unknown option "rule"; did you mean "rules"?'],
  [{ "SKILL.md": document }, { name: "a", rules: { "body-empty": 1 } }, 'severity "1" is not supported'],
  [
    new Map([["SKILL.md", document]]),
    { name: "a" },
    "the files must be an object with a member for each path",
  ],
  [
    { "SKILL.md": 5 },
    { name: "a" },
    'the content of "SKILL.md" must be a string, a Uint8Array, or an object',
  ],
  [{ "SKILL.md": { kind: "dir" } }, { name: "a" }, 'the content of "SKILL.md" must be'],
  ...["", "/x", "a//b", "../x", "a/../b", "./x", "a/.", "/", "a\0b"].map(
    (key) => [{ "SKILL.md": document, [key]: "" }, { name: "a" }, "is not a path inside the skill"] as const,
  ),
  [{ "SKILL.md": document, "a/": "x" }, { name: "a" }, '"a/" is not a path inside the skill'],
  [{ a: "x", "a/b": "y" }, { name: "a" }, '"a" is a file, so "a/b" cannot be in it'],
  [{ a: "x", "a/": "" }, { name: "a" }, '"a" is given twice'],
  [{ [`${"a/".repeat(33)}b`]: "" }, { name: "a" }, "is more than 32 directories deep"],
];

describe("examine", () => {
  it.each(inMemory)("refuses %j with %j", async (files, options, message) => {
    expect(await refusal(() => call(engine, "examine", files, options))).toContain(message);
  });

  it("lists an entry of an archive that ends in a slash as a directory", () => {
    const report = engine.examine(
      { "SKILL.md": `${document}See \`a\`.\n`, "a/": "", "a\\b": "" },
      { name: "a" },
    );
    expect(report.subjects.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId))).toEqual([
      "file-name-backslash",
    ]);
  });

  it("ends soon for any names and texts", () => {
    const script = fileURLToPath(new URL("support/examine-many.js", import.meta.url));
    const built = new URL("../dist/engine.js", import.meta.url).href;
    const [seed] = fc.sample(fc.nat(), samples(1));
    const words = [script, built, String(tenthOf(20_000)), String(seed)];
    const { stdout, status, signal } = spawnSync(process.execPath, words, {
      encoding: "utf8",
      timeout: 120_000,
    });
    expect({ stdout, status, signal }).toEqual({ stdout: "", status: 0, signal: null });
  });
});

it("searches for names in a limited number of steps", () => {
  const word = fc.constantFrom("", "a", "ab", "a b", "-", "é", "`", "/", " directory", "\ud800");
  const mostSteps = 10_000;
  /** A budget that fails if it is asked for too often, as a loop does that does not advance. */
  const budgetOf = (left: number) => {
    let steps = 0;
    return {
      get left() {
        if (steps++ > mostSteps) throw new Error("a loop does not advance");
        return left;
      },
      set left(rest: number) {
        left = rest;
      },
    };
  };
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.array(word, { maxLength: 6 }), (texts, names) => {
      const text = texts.join("");
      const paths = names.map((name) => `x/${name}`);
      for (const search of [unusualIn, namedDirectoriesIn])
        Array.from(search(text, paths, (name) => name, budgetOf(1_000)));
    }),
    samples(4_000),
  );
});
