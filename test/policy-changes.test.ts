import { chmodSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../src/model/report.ts";
import { type Ran, runSkillsIn } from "./support/io.ts";
import { checkOut, commit, git, makeRepository, openPull, writeFiles } from "./support/repository.ts";
import { pullPayload, removeBundle, reportOf, runStep, type Stepped } from "./support/runner.ts";
import { makeTree, skillMd } from "./support/tree.ts";

removeBundle();

const strict = "name: strict\nprograms: {deny: [curl]}\n";
const lax = "name: lax\nprograms: {deny: [nothing]}\n";
const curl = "```bash\ncurl https://api.globex.com/x\n```\n";

/** A repository with a policy, and a branch that changes it. */
function branch(main: Readonly<Record<string, string>>, topic: Readonly<Record<string, string>>): string {
  const root = makeRepository({ "a/SKILL.md": skillMd("a"), "p.yaml": strict, ...main });
  git(root, "switch", "-q", "-c", "topic");
  commit(root, topic);
  return root;
}

async function judge(
  cwd: string,
  ...words: readonly string[]
): Promise<readonly [number, string, ...string[]]> {
  const ran: Ran = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "--format", "json", ...words);
  if (ran.code === 2) return [2, ran.stderr];
  const { policy } = JSON.parse(ran.stdout) as Report;
  return [
    ran.code,
    policy!.name,
    ...policy!.denials.map(({ skill, rule, what }) => `${skill} ${rule} ${what}`),
  ];
}

it("judges a change by the policy before it", async () => {
  const cwd = branch({}, { "a/SKILL.md": skillMd("a", curl), "p.yaml": lax });
  expect(await judge(cwd, "a")).toEqual([0, "lax"]);
  expect(await judge(cwd, "--changed", "main")).toEqual([1, "strict", "a programs curl"]);
  expect(await judge(cwd, "--settings-from", "main", "a")).toEqual([1, "strict", "a programs curl"]);
  git(cwd, "rm", "-q", "p.yaml");
  commit(cwd);
  expect(await judge(cwd, "--changed", "main")).toEqual([1, "strict", "a programs curl"]);
  expect((await judge(cwd, "a"))[0]).toBe(2);
});

it("is not misled by symlinks that the change makes of the policy or of its directory", async () => {
  const cwd = branch({ "ci/p.yaml": strict }, { "a/SKILL.md": skillMd("a", curl), "lax/p.yaml": lax });
  rmSync(path.join(cwd, "ci"), { recursive: true });
  symlinkSync("lax", path.join(cwd, "ci"));
  rmSync(path.join(cwd, "p.yaml"));
  symlinkSync("lax/p.yaml", path.join(cwd, "p.yaml"));
  commit(cwd);
  expect(await judge(cwd, "--changed", "main")).toEqual([1, "strict", "a programs curl"]);
  expect(await judge(cwd, "--changed", "main", "--policy", "ci/p.yaml")).toEqual([
    1,
    "strict",
    "a programs curl",
  ]);
  // The working directory itself leads elsewhere.
  rmSync(path.join(cwd, "a"), { recursive: true });
  symlinkSync("lax", path.join(cwd, "a"));
  writeFiles(cwd, { "lax/s/SKILL.md": skillMd("s", curl) });
  commit(cwd);
  const [code, said] = await judge(path.join(cwd, "a"), "--changed", "main");
  expect([code, said]).toEqual([2, expect.stringContaining("has no policy")]);
});

it("needs the policy before the change", async () => {
  const cwd = branch({}, { "a/SKILL.md": skillMd("a", curl), "q.yaml": lax });
  const [code, said] = await judge(cwd, "--changed", "main", "--policy", "q.yaml");
  expect([code, said]).toEqual([
    2,
    expect.stringContaining('the commit before the change has no policy "q.yaml"'),
  ]);
  const outside = path.join(makeTree({ "p.yaml": strict }), "p.yaml");
  expect(await judge(cwd, "--changed", "main", "--policy", outside)).toEqual([
    1,
    "strict",
    "a programs curl",
  ]);
  const [unknown, why] = await judge(cwd, "--settings-from", "nowhere", "a");
  expect([unknown, why]).toEqual([2, expect.stringContaining("nowhere")]);
  const broken = branch({ "p.yaml": "hots: 1\n" }, { "a/SKILL.md": skillMd("a", curl), "p.yaml": lax });
  expect((await judge(broken, "--changed", "main"))[0]).toBe(2);
});

it("judges skills that only the change leaves out", async () => {
  const cwd = branch(
    { "b/SKILL.md": skillMd("b") },
    {
      "a/SKILL.md": skillMd("a", curl),
      "b/SKILL.md": skillMd("b", "More.\n"),
      "skills.config.yaml": "ignore: [a]\n",
    },
  );
  expect(await judge(cwd, ".")).toEqual([0, "strict"]);
  expect(await judge(cwd, "--changed", "main")).toEqual([1, "strict", "a programs curl"]);
  const kept = branch(
    { "skills.config.yaml": "ignore: [a]\n" },
    { "a/SKILL.md": skillMd("a", curl), "b/SKILL.md": skillMd("b") },
  );
  expect(await judge(kept, "--changed", "main")).toEqual([0, "strict"]);
});

const gaining = "name: gains\ngains: {capabilities: {deny: [hosts, tools, executables]}}\n";

it("denies what a change gains, and not what was there", async () => {
  const cwd = branch(
    {
      "p.yaml": gaining,
      "a/SKILL.md": skillMd("a", curl),
      "a/scripts/x.sh": "#!/bin/sh\nls\n",
      "c/SKILL.md": skillMd("c", curl),
    },
    {
      "a/SKILL.md": skillMd("a", `${curl}\nMore.\n`),
      "b/SKILL.md": skillMd("b", curl),
    },
  );
  expect(await judge(cwd, "--changed", "main")).toEqual([1, "gains", "b gains.capabilities api.globex.com"]);
  commit(cwd, {
    "a/SKILL.md": skillMd("a", `${curl}${curl.replace("globex", "initech")}`),
    "b/SKILL.md": skillMd("b"),
  });
  const denied = [1, "gains", "a gains.capabilities api.initech.com"];
  expect(await judge(cwd, "--changed", "main")).toEqual(denied);
  expect(await judge(cwd, "--settings-from", "main", ".")).toEqual(denied);
  // Of what is not committed, the last commit is the earlier version.
  expect(await judge(cwd, "--changed")).toEqual([0, "gains"]);
  writeFiles(cwd, { "a/SKILL.md": skillMd("a", curl.replace("globex", "hooli")) });
  expect(await judge(cwd, "--changed")).toEqual([1, "gains", "a gains.capabilities api.hooli.com"]);
  git(cwd, "checkout", "-q", ".");
  chmodSync(path.join(cwd, "a/scripts/x.sh"), 0o755);
  expect(await judge(cwd, "--changed")).toEqual([1, "gains", "a gains.capabilities scripts/x.sh"]);
  commit(cwd);
  writeFiles(cwd, { "a/README.md": "x\n" });
  expect(await judge(cwd, "--changed")).toEqual([0, "gains"]);
});

it("names gains as not judged without an earlier version", async () => {
  const cwd = branch({ "p.yaml": `${gaining}programs: {deny: [nc]}\n` }, {});
  const ran = await runSkillsIn(cwd, "check", "--policy", "p.yaml", ".");
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("gains not judged")]);
});

it("passes nothing by a policy of which no key can be judged", async () => {
  const cwd = branch({ "p.yaml": gaining }, {});
  for (const command of ["check", "pack"]) {
    const { code, stderr } = await runSkillsIn(cwd, command, "--policy", "p.yaml", ".");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('nothing of the policy "p.yaml" can be judged'),
    ]);
  }
});

interface Proposed {
  readonly root: string;
  readonly pull: ReturnType<typeof openPull>;
}

function propose(main: Readonly<Record<string, string>>, topic: Readonly<Record<string, string>>): Proposed {
  const root = branch(main, topic);
  const base = git(root, "rev-parse", "main");
  git(root, "switch", "-q", "main");
  return { root, pull: openPull(root, base) };
}

function step({ root, pull }: Proposed, depth: number, more: Readonly<Record<string, string>> = {}): Stepped {
  return runStep({
    workspace: checkOut(root, "refs/pull/1/merge", depth),
    event: "pull_request",
    payload: pullPayload(pull),
    sha: pull.merge,
    with: { policy: "p.yaml", ...more },
  });
}

it("the action judges a pull request by the policy of its base", () => {
  const proposed = propose({}, { "a/SKILL.md": skillMd("a", curl), "p.yaml": lax });
  for (const more of [{}, { "changed-only": "false" }]) {
    const denied = step(proposed, 2, more);
    expect([denied.code, denied.outputs["errors"]]).toEqual([1, "1"]);
    expect(denied.annotations.map(({ name, data }) => `${name} ${data}`)).toContain(
      'error program "curl" is not allowed',
    );
    expect(reportOf(denied)).toMatchObject({
      policy: { name: "strict", passed: false, commit: proposed.pull.base },
    });
  }
  const harmless = step(propose({}, { "a/SKILL.md": skillMd("a", "More.\n"), "p.yaml": lax }), 2);
  expect(harmless.code).toBe(0);
  expect(reportOf(harmless)).toMatchObject({ policy: { name: "strict", passed: true, skills: 1 } });
});

it("the action fails without the policy of the base", () => {
  const proposed = propose({}, { "a/SKILL.md": skillMd("a", curl), "p.yaml": lax, "q.yaml": lax });
  const shallow = step(proposed, 1);
  expect([shallow.code, shallow.stdout]).toEqual([2, expect.stringContaining("fetch-depth")]);
  const added = step(proposed, 2, { policy: "q.yaml" });
  expect([added.code, added.stdout]).toEqual([2, expect.stringContaining("has no policy")]);
  const blind = runStep({
    workspace: checkOut(proposed.root, "refs/pull/1/merge", 2),
    event: "pull_request",
    sha: proposed.pull.merge,
    with: { policy: "p.yaml" },
  });
  expect([blind.code, blind.stdout]).toEqual([2, expect.stringContaining("no base commit")]);
  const lint = step(proposed, 2, { command: "lint" });
  expect([lint.code, lint.stdout]).toEqual([2, expect.stringContaining("does not support the input policy")]);
});
