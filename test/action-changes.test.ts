import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  checkOut,
  commit,
  git,
  makeRepository,
  openPull,
  writeFiles,
  type PullRequest,
} from "./support/repository.ts";
import type { RunnerCommand } from "./support/runner-log.ts";
import { pullPayload, removeBundle, reportOf, runStep, type Stepped } from "./support/runner.ts";
import { makeTree, skillMd } from "./support/tree.ts";

removeBundle();

const lint = { command: "lint" };

/**
 * On main, a sound and a broken skill; on topic, a new skill that is broken on its last line, and a change to the sound
 * one.
 */
function proposal(): { readonly root: string; readonly pull: PullRequest } {
  const root = makeRepository({
    "skills/sound/SKILL.md": skillMd("sound"),
    "skills/old/SKILL.md": skillMd("old", "[x](gone.md)\n"),
    "README.md": "x\n",
  });
  const base = git(root, "rev-parse", "HEAD");
  git(root, "switch", "-q", "-c", "topic");
  commit(root, {
    "skills/new/SKILL.md": skillMd("new", "Do it.\n\n[y](missing.md)\n"),
    "skills/sound/SKILL.md": skillMd("sound", "Do it with care.\n"),
  });
  git(root, "switch", "-q", "main");
  commit(root, { "skills/later/SKILL.md": skillMd("later", "[z](gone.md)\n") });
  return { root, pull: openPull(root, base) };
}

function places(annotations: readonly RunnerCommand[]): readonly string[] {
  return annotations
    .filter(({ name }) => name !== "notice")
    .map(({ name, properties: { file, line } }) => `${name} ${file}:${line}`);
}

function noticesOf({ annotations }: Stepped): readonly string[] {
  return annotations
    .filter(({ properties }) => properties["title"] === "skillwright lint")
    .map(({ data }) => data);
}

it("annotates only the lines that the pull request breaks", () => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: lint,
  });
  expect({
    code: step.code,
    places: places(step.annotations),
    notices: noticesOf(step),
    stderr: step.stderr,
  }).toEqual({ code: 0, places: ["warning skills/new/SKILL.md:8"], notices: [], stderr: "" });
  expect(step.outputs).toMatchObject({ outcome: "0", errors: "0", warnings: "1", skills: "2" });
  expect(reportOf(step)).toMatchObject({ command: "lint", data: { scope: { skills: 4, selected: 2 } } });
});

it("needs neither a token nor the repository of a fork", () => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull, "someone/skills"),
    sha: pull.merge,
    with: { ...lint, "max-warnings": "0" },
  });
  expect({ code: step.code, places: places(step.annotations) }).toEqual({
    code: 1,
    places: ["error undefined:undefined", "warning skills/new/SKILL.md:8"],
  });
  expect(step.annotations[0]?.data).toBe("1 warning, more than --max-warnings 0");
});

it("summarizes findings and the change in tokens, with links to the head commit", () => {
  const { root, pull } = proposal();
  const { summary } = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: lint,
  });
  expect(summary).toContain("## skillwright lint: passed");
  expect(summary).toContain(
    `(https://github.com/octo/skills/blob/${pull.head}/skills/new/SKILL.md?plain=1#L8)`,
  );
  expect(summary).not.toMatch(/skills\/(?:old|later)/);
  const costs = summary
    .slice(summary.indexOf("### Token cost of the change"))
    .split("\n")
    .filter((line) => line.startsWith("| <code>"));
  expect(costs).toEqual([
    expect.stringMatching(/^\| <code>skills\/new<\/code> \(new\) \| \d+ \| \d+ \| 0 \| \*\*1 new\*\* \|$/),
    expect.stringMatching(/^\| <code>skills\/sound<\/code> \| \d+ \| 5 → 7 \(\*\*\+2\*\*\) \| 0 \| none \|$/),
  ]);
});

it("counts the findings that a change adds, leaves, suppresses and removes, without those that settings turn off", () => {
  const document = (...files: readonly string[]) =>
    skillMd("forms", files.map((file) => `See [it](${file}).\n`).join("\n"));
  const root = makeRepository({
    "skills.config.yaml": "rules:\n  file-orphaned: off\n",
    "skills/forms/SKILL.md": `${document("same.md", "gone.md", "twice.md", "twice.md")}\nSee [it](hidden.md).\n`,
    "skills/forms/left.md": "Left.\n",
  });
  const base = git(root, "rev-parse", "HEAD");
  git(root, "switch", "-q", "-c", "topic");
  commit(root, {
    "skills/forms/SKILL.md": `${document("fresh.md", "same.md", "twice.md")}\n<!-- skills-disable-next-line reference-broken -- comes later -->\nSee [it](hidden.md).\n`,
  });
  git(root, "switch", "-q", "main");
  const pull = openPull(root, base);
  const { summary } = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: lint,
  });
  expect(summary).toContain("### Token cost of the change and findings");
  expect(summary).toMatch(
    /^\| <code>skills\/forms<\/code> .* \| \*\*1 new\*\*, \*\*1 suppressed\*\*, 2 removed, 2 as before \|$/m,
  );
});

it("checks everything if the clone lacks the base of the pull request, and names the fix", () => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 1),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: lint,
  });
  expect(places(step.annotations)).toEqual([
    "warning skills/later/SKILL.md:6",
    "warning skills/new/SKILL.md:8",
    "warning skills/old/SKILL.md:6",
  ]);
  expect(noticesOf(step)).toEqual([expect.stringContaining('"fetch-depth: 2"')]);
  expect(step.summary).toContain("fetch-depth");
});

it("compares a checked-out head with its merge base", () => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/head", 0),
    event: "pull_request",
    payload: pullPayload({ ...pull, base: git(root, "rev-parse", "main") }),
    sha: pull.merge,
    with: lint,
  });
  expect({ places: places(step.annotations), notices: noticesOf(step) }).toEqual({
    places: ["warning skills/new/SKILL.md:8"],
    notices: [],
  });
});

it("does not mistake the base, which pull_request_target checks out, for the pull request", () => {
  const { root, pull } = proposal();
  const workspace = checkOut(root, "refs/heads/main", 0);
  const step = runStep({
    workspace,
    event: "pull_request_target",
    payload: pullPayload(pull),
    sha: git(root, "rev-parse", "main"),
    with: lint,
  });
  expect(places(step.annotations)).toEqual([
    "warning skills/later/SKILL.md:6",
    "warning skills/old/SKILL.md:6",
  ]);
  expect(noticesOf(step)).toEqual([
    expect.stringContaining("neither the commit of the change nor a merge of it"),
  ]);
});

it("compares a merge queue's commit with its base", () => {
  const { root, pull } = proposal();
  const payload = {
    action: "checks_requested",
    merge_group: {
      head_sha: pull.merge,
      head_ref: "refs/heads/gh-readonly-queue/main/pr-1",
      base_sha: git(root, "rev-parse", "main"),
      base_ref: "refs/heads/main",
    },
  };
  for (const [depth, expected] of [
    [2, 1],
    [1, 3],
  ] as const) {
    const step = runStep({
      workspace: checkOut(root, "refs/pull/1/merge", depth),
      event: "merge_group",
      payload,
      sha: pull.merge,
      with: lint,
    });
    expect({ depth, places: places(step.annotations).length, notices: noticesOf(step).length }).toEqual({
      depth,
      places: expected,
      notices: expected === 1 ? 0 : 1,
    });
  }
});

it("checks everything on a push, and only the pushed changes with changed-only", () => {
  const { root } = proposal();
  const [before, after] = [git(root, "rev-parse", "main^"), git(root, "rev-parse", "main")];
  const workspace = checkOut(root, "refs/heads/main", 0);
  const push = {
    workspace,
    event: "push",
    payload: { ref: "refs/heads/main", before, after, created: false },
    sha: after,
  };
  expect(places(runStep({ ...push, with: lint }).annotations)).toHaveLength(2);
  expect(places(runStep({ ...push, with: { ...lint, "changed-only": "true" } }).annotations)).toEqual([
    "warning skills/later/SKILL.md:6",
  ]);
  const created = runStep({
    ...push,
    payload: { before: "0".repeat(40), after, created: true },
    with: { ...lint, "changed-only": "true" },
  });
  expect([places(created.annotations).length, noticesOf(created)]).toEqual([
    2,
    ["checking all skills: the branch is new"],
  ]);
});

it("checks everything for events without a commit", () => {
  const { root } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/heads/main", 1),
    event: "workflow_dispatch",
    payload: { ref: "refs/heads/main", inputs: {} },
    with: { ...lint, "changed-only": "true" },
  });
  expect([places(step.annotations).length, noticesOf(step)]).toEqual([
    2,
    ['checking all skills: the event "workflow_dispatch" has no base commit'],
  ]);
});

it.each(["check", "validate", "test"])("limits %s to the changes, too", (command) => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: { command },
  });
  expect({
    skills: step.outputs["skills"],
    stderr: step.stderr,
    cost: step.summary.match(/^\| <code>.*→/gm)?.length,
  }).toEqual({ skills: "2", stderr: "", cost: 1 });
});

it("checks everything on a pull request with changed-only: false", () => {
  const { root, pull } = proposal();
  const step = runStep({
    workspace: checkOut(root, "refs/pull/1/merge", 2),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: { ...lint, "changed-only": "false" },
  });
  expect([places(step.annotations).length, noticesOf(step)]).toEqual([3, []]);
});

it("reports paths from the root of the repository, for any working directory", () => {
  const { root, pull } = proposal();
  const workspace = makeTree({});
  checkOut(root, "refs/pull/1/merge", 2, path.join(workspace, "here"));
  const step = runStep({
    workspace,
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: {
      ...lint,
      "working-directory": "here/skills",
      "sarif-file": "found.sarif",
      "html-file": "found.html",
    },
  });
  expect(places(step.annotations)).toEqual(["warning skills/new/SKILL.md:8"]);
  expect(step.outputs["sarif-file"]).toBe(path.join(workspace, "here/skills/found.sarif"));
  expect(readFileSync(step.outputs["sarif-file"]!, "utf8")).toContain('"uri": "skills/new/SKILL.md"');
  expect(step.outputs["html-file"]).toBe(path.join(workspace, "here/skills/found.html"));
  expect(readFileSync(step.outputs["html-file"]!, "utf8")).toContain('data-rule="reference-broken"');
});

/** Links to skills that a search in `skills` does not find. */
function withLinks(names: readonly string[]): string {
  const root = makeRepository({ "skills/sound/SKILL.md": skillMd("sound") });
  writeFiles(root, Object.fromEntries(names.map((name) => [`.hidden/${name}/SKILL.md`, skillMd("Wrong")])));
  for (const name of names) symlinkSync(`../.hidden/${name}`, path.join(root, "skills", name));
  return root;
}

it("warns about unread files, and fails if they changed", () => {
  const root = withLinks(["a", "b", "c", "d", "e", "f"]);
  const [before, after] = [git(root, "rev-parse", "HEAD"), commit(root)];
  const step = { workspace: root, event: "push", payload: { before, after }, sha: after };
  const all = runStep({ ...step, with: { ...lint, paths: "skills" } });
  expect([all.code, all.annotations.map(({ name, data }) => `${name} ${data}`)]).toEqual([
    0,
    [
      ...["a", "b", "c", "d"].map(
        (name) =>
          `warning "skills/${name}" was not read: it is a symlink to a skill; pass its path to read it`,
      ),
      "warning 2 more paths were not read; see the log",
    ],
  ]);
  const changed = runStep({ ...step, with: { ...lint, paths: "skills", "changed-only": "true" } });
  expect([
    changed.code,
    changed.outputs["outcome"],
    changed.annotations.map(({ name, data }) => `${name} ${data}`),
  ]).toEqual([
    2,
    "2",
    [
      'error "skills/a" changed and was not read: it is a symlink to a skill; pass its path to read it\n5 other paths changed and were not read',
    ],
  ]);
});

it("runs no programs named in the repository's git config", () => {
  const { root, pull } = proposal();
  const workspace = checkOut(root, "refs/pull/1/merge", 2);
  const marker = path.join(workspace, "ran");
  const program = `touch ${marker}; false`;
  for (const key of [
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "diff.external",
    "diff.x.textconv",
    "filter.x.clean",
    "filter.x.process",
    "filter.x.smudge",
    "core.alternateRefsCommand",
  ])
    git(workspace, "config", key, program);
  writeFiles(workspace, { ".gitattributes": "* diff=x filter=x\n" });
  const step = runStep({
    workspace,
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: lint,
  });
  expect({ stderr: step.stderr, deltas: step.summary.includes("### Token cost of the change") }).toEqual({
    stderr: "",
    deltas: true,
  });
  expect(() => readFileSync(marker)).toThrow("ENOENT");
});
