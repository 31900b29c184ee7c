import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { NoOperationTraceWriter } from "@actions/workflow-parser";
import { convertActionTemplate } from "@actions/workflow-parser/actions/action-template";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { expect, it } from "vitest";
import { actionCommands } from "../src/action/inputs.ts";
import { unsaid } from "../src/action/tell.ts";
import type { Report } from "../src/model/report.ts";
import { actionSummary } from "../src/report/commands/action-summary.ts";
import { hostileReport } from "./support/reported.ts";
import { commit, git, makeRepository } from "./support/repository.ts";
import { removeBundle, reportOf, runStep, type Stepped } from "./support/runner.ts";
import { samples } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

removeBundle();

const reportWithout: Report = {
  schemaVersion: 1,
  tool: { name: "skillwright", version: "0" },
  command: "check",
  outcome: 0,
  targets: ["spec"],
  subjects: [],
  unread: [],
  summary: {
    checked: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    suppressed: 0,
    baselined: 0,
    partial: 0,
    seconds: 0,
  },
};

const push = { event: "push", payload: {} };

function told({ annotations }: Stepped): readonly string[] {
  return annotations.map(({ name, data }) => `${name} ${data}`);
}

it("has a valid action.yml", () => {
  const content = readFileSync(new URL("../action.yml", import.meta.url), "utf8");
  const { context, value } = parseAction({ name: "action.yml", content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors()).toEqual([]);
  const template = convertActionTemplate(context, value!);
  expect(context.errors.getErrors()).toEqual([]);
  expect(template).toMatchObject({
    name: "skillwright",
    runs: { using: "node24", main: "dist/action.cjs" },
    branding: { icon: "check-square", color: "blue" },
  });
  expect(template.inputs?.map(({ id }) => id)).toEqual([
    "command",
    "paths",
    "targets",
    "changed-only",
    "max-warnings",
    "baseline",
    "config",
    "policy",
    "sarif-file",
    "html-file",
    "summary",
    "working-directory",
  ]);
  expect(template.outputs?.map(({ id }) => id)).toEqual([
    "outcome",
    "errors",
    "warnings",
    "notes",
    "skills",
    "report",
    "sarif-file",
    "html-file",
  ]);
});

it("rejects an invalid action.yml with the reason", () => {
  const { context } = parseAction(
    { name: "action.yml", content: "name: x\ndescription: y\nruns:\n  using: node24\n" },
    new NoOperationTraceWriter(),
  );
  expect(context.errors.getErrors().length).toBeGreaterThan(0);
});

it("outputs the exit code, counts and reports of each command", () => {
  const workspace = makeTree({
    "skills/Bad/SKILL.md": skillMd("Bad", "[x](gone.md)\n"),
    "skills/good/SKILL.md": skillMd("good"),
  });
  const codes = actionCommands.map((command) => {
    const step = runStep({ ...push, workspace, with: { command } });
    expect(reportOf(step)).toMatchObject({ command, outcome: step.code });
    expect(step.stderr).toBe("");
    return [command, step.code, step.outputs["outcome"], step.outputs["skills"]];
  });
  expect(
    codes.map(([command, code, outcome, skills]) => ({
      command,
      same: String(code) === outcome,
      code,
      skills,
    })),
  ).toEqual(actionCommands.map((command) => ({ command, same: true, code: 1, skills: "2" })));
});

it("suggests commands that can be typed on another machine", () => {
  const workspace = makeTree({ "forms/SKILL.md": skillMd("Forms") });
  const { stdout } = runStep({ ...push, workspace, with: { command: "check" } });
  expect(stdout).toMatch(
    /\n\nPreview unsafe fixes .*: npx skillwright check .*\nSee why: npx skillwright explain .*\n/,
  );
  expect(stdout).not.toMatch(/: skills (?:check|explain) /);
});

it("passes paths, targets, config, baseline and max-warnings to the command", () => {
  const workspace = makeTree({
    "a b/one/SKILL.md": skillMd("one", "[x](gone.md)\n"),
    "-odd/two/SKILL.md": skillMd("two").replace("Fills", "<b>Fills"),
    "other/three/SKILL.md": "nothing\n",
    "strict.yaml": "rules:\n  reference-broken: error\n",
  });
  const paths = "a b\n  -odd/two  \n\n";
  const lint = (given: Readonly<Record<string, string>>): Stepped =>
    runStep({ ...push, workspace, with: { command: "lint", paths, ...given } });
  expect(
    [
      lint({}),
      lint({ targets: "spec, claude-api" }),
      lint({ config: "strict.yaml" }),
      lint({ "max-warnings": "0" }),
    ].map(({ code, outputs }) => [code, outputs["skills"], outputs["errors"]]),
  ).toEqual([
    [0, "2", "0"],
    [1, "2", "1"],
    [1, "2", "1"],
    [1, "2", "0"],
  ]);
  const baseline = lint({ baseline: "none.json" });
  expect([baseline.code, told(baseline)]).toEqual([
    2,
    [expect.stringContaining('error the baseline "none.json" does not exist')],
  ]);
});

it("reports a usage or I/O error without counts", () => {
  const workspace = makeTree({ "README.md": "x\n" });
  const runs: readonly [given: Readonly<Record<string, string>>, sentence: string][] = [
    [{ command: "lint" }, "no SKILL.md at or below"],
    [{ command: "publish" }, 'the input command is "publish"; use check, lint, validate or test'],
    [{ command: "lint", "changed-only": "yes" }, 'the input changed-only is "yes"; use auto, true or false'],
    [
      { command: "validate", baseline: "x" },
      "the command validate does not support the input baseline; remove it",
    ],
    [
      { command: "lint", "max-warnings": "many" },
      '--max-warnings "many" must be a whole number of 0 or more',
    ],
    [{ command: "lint", paths: "-" }, 'the input paths contains "-"'],
    [{ command: "lint", "working-directory": "gone" }, 'the workspace has no directory "gone"'],
    [{ command: "lint", config: "--help" }, '"--help"'],
  ];
  for (const [given, sentence] of runs) {
    const step = runStep({ ...push, workspace, with: given });
    expect(step.summary).not.toContain("\\n");
    expect({
      code: step.code,
      outcome: step.outputs["outcome"],
      told: told(step),
      stderr: step.stderr,
    }).toEqual({ code: 2, outcome: "2", told: [expect.stringContaining(sentence)], stderr: "" });
  }
});

it("leaves the workspace for paths of the workflow, but not through links", () => {
  const [workspace, outside] = [
    makeTree({ "skills/good/SKILL.md": skillMd("good") }),
    makeTree({ "kept/x": "x\n" }),
  ];
  symlinkSync(outside, path.join(workspace, "out"));
  symlinkSync(path.join(outside, "gone"), path.join(workspace, "nowhere"));
  const run = (given: Readonly<Record<string, string>>): Stepped =>
    runStep({ ...push, workspace, with: { command: "lint", ...given } });
  for (const file of [
    "out/found.sarif",
    "out/kept/found.sarif",
    "out/new/found.sarif",
    "nowhere/found.sarif",
    path.join(workspace, "out/found.sarif"),
  ])
    expect({ file, told: told(run({ "sarif-file": file })) }).toEqual({
      file,
      told: [`error the input sarif-file, "${file}", points outside the workspace through a symlink`],
    });
  expect(told(run({ "working-directory": "out" }))).toEqual([
    'error the input working-directory, "out", points outside the workspace through a symlink',
  ]);
  expect([readdirSync(outside), readdirSync(path.join(outside, "kept"))]).toEqual([["kept"], ["x"]]);
  symlinkSync("skills", path.join(workspace, "in"));
  for (const file of [path.join(outside, "found.sarif"), "new/er/found.sarif"])
    expect({ file, code: run({ "sarif-file": file, paths: "skills" }).code }).toEqual({ file, code: 0 });
  // A symlink of the repository may lead elsewhere tomorrow.
  expect(run({ "sarif-file": "in/found.sarif", paths: "skills" }).code).toBe(2);
  expect(run({ "html-file": "in/found.html", paths: "skills" }).code).toBe(2);
  expect(readdirSync(path.join(workspace, "skills"))).not.toContain("found.sarif");
});

it("annotates a failed test as one error for all agents", () => {
  const workspace = makeTree({
    "one/SKILL.md": skillMd("one", "Read references/gone.md, [that is](references/gone.md).\n"),
  });
  const step = runStep({ ...push, workspace, with: { command: "test", targets: "agentskills,harness9" } });
  const errors = step.annotations.filter(({ name }) => name === "error");
  expect(errors.map(({ properties: { file, title } }) => [file, title])).toEqual([
    ["one/SKILL.md", "smoke-references"],
  ]);
  expect(errors[0]?.data).toContain("agentskills and harness9");
  expect([step.code, step.outputs["errors"]]).toEqual([1, "1"]);
  expect(step.summary).toContain("## skillwright test: problems found");
});

it("reports smoke tests that cannot distinguish a sound skill from a broken one", () => {
  const report = {
    ...reportWithout,
    command: "check",
    outcome: 2,
    data: { skills: [], controls: ["::error::agio takes a skill without a name"] },
  } as const;
  expect(unsaid({ code: 2, report, stderr: "skills: 1 of 2 skills changed\n" })).toEqual([
    ":\\x3aerror::agio takes a skill without a name",
  ]);
});

it("limits annotations to what GitHub shows per step, and counts the rest", () => {
  const links = Array.from({ length: 25 }, (_, at) => `[x](gone-${at}.md)\n`).join("");
  const root = makeRepository({ "a/SKILL.md": skillMd("a", links), "b/SKILL.md": skillMd("b") });
  const step = runStep({ ...push, workspace: root, with: { command: "lint", "changed-only": "true" } });
  const count = (kind: string): number => step.annotations.filter(({ name }) => name === kind).length;
  expect([count("error"), count("warning"), count("notice") <= 10]).toEqual([0, 10, true]);
  expect(told(step)[0]).toContain("checking all skills");
  expect(told(step).at(-1)).toMatch(
    /^notice \d+ more findings not shown, because GitHub limits annotations per step: 15 reference-broken/,
  );
});

it("writes no summary if disabled, and works without the runner's files", () => {
  const workspace = makeTree({ "a/SKILL.md": skillMd("a") });
  expect(runStep({ ...push, workspace, with: { command: "lint", summary: "false" } }).summary).toBe("");
  const bare = runStep({
    ...push,
    workspace,
    with: { command: "lint" },
    env: { GITHUB_OUTPUT: "", GITHUB_STEP_SUMMARY: "", GITHUB_EVENT_PATH: "", RUNNER_TEMP: makeTree({}) },
  });
  expect([bare.code, bare.stderr]).toEqual([0, ""]);
});

it("lets no skill inject workflow commands or outputs", () => {
  const forged = "::error::forged\n::set-env name=A::b\n##[error]forged\n::stop-commands::x\n";
  const odd = "a\n::error file=x::forged";
  const workspace = makeTree({
    [`${odd}/SKILL.md`]: `---\nname: "::warning::${"x".repeat(80)}"\ndescription: "##[error]forged %0A::error::x"\nlicense: [\n---\n${forged}`,
    "b/SKILL.md": skillMd("b", `${forged}[%0a::error::y](gone%0A::error::.md)\n[z](a<<end.md)\n`),
  });
  for (const command of actionCommands) {
    const step = runStep({ ...push, workspace, with: { command }, env: { RUNNER_DEBUG: "1" } });
    expect(
      step.commands.filter(
        ({ data, name }) => data.startsWith("forged") || ["set-env", "stop-commands"].includes(name),
      ),
    ).toEqual([]);
    expect(
      Array.from(new Set(step.commands.map(({ name }) => name))).every((name) =>
        ["debug", "group", "endgroup", "error", "warning", "notice"].includes(name),
      ),
    ).toBe(true);
    expect(Object.keys(step.outputs).sort()).toEqual([
      "errors",
      "notes",
      "outcome",
      "report",
      "skills",
      "warnings",
    ]);
    expect(step.summary).not.toMatch(/^\s*::|##\[|<b>/m);
  }
});

it("limits the summary to GitHub's maximum size", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const summary = actionSummary(report, {
        notices: ["x".repeat(10_000)],
        tokens: { deltas: [], omitted: 0 },
        findings: new Map(),
      });
      return Buffer.byteLength(summary) < 1_048_576 && summary.startsWith("## skillwright ");
    }),
    samples(50),
  );
  const after = { catalogue: 1, body: 2, files: 3 };
  const deltas = Array.from({ length: 2_000 }, (_, at) => ({
    path: `${"|<b>\n".repeat(100)}${at}`,
    before: after,
    after,
  }));
  const summary = actionSummary(reportWithout, {
    notices: [],
    tokens: { deltas, omitted: 3 },
    findings: new Map(),
  });
  expect(summary).toContain(
    "And 1,800 more skills.\n\n3 more changed skills not counted (too many or too large).",
  );
  expect(
    summary
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .every((line) => line.split(" | ").length === 4),
  ).toBe(true);
});

it("works outside of a repository, and in one that git refuses", () => {
  const root = makeRepository({ "a/SKILL.md": skillMd("a") });
  const head = commit(root, { "a/SKILL.md": skillMd("a", "More.\n") });
  const payload = { pull_request: { base: { sha: git(root, "rev-parse", "HEAD^") }, head: { sha: head } } };
  const outside = runStep({
    workspace: makeTree({ "a/SKILL.md": skillMd("a") }),
    event: "pull_request",
    payload,
    with: { command: "lint" },
  });
  expect([outside.code, told(outside)]).toEqual([
    0,
    [
      "notice checking all skills; dangers are judged without the settings in the repository: the working directory is not in a git repository",
    ],
  ]);
  const without = runStep({
    workspace: root,
    event: "pull_request",
    payload,
    with: { command: "lint" },
    env: { PATH: path.join(root, "nowhere") },
  });
  expect([without.code, told(without)]).toEqual([
    0,
    [
      "notice checking all skills; dangers are judged without the settings in the repository: git is not installed, and only git can determine what changed",
    ],
  ]);
});
