import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { compat } from "../src/api/compat/compat.ts";
import { doctor } from "../src/api/doctor/doctor.ts";
import { clients } from "../src/generated/clients.ts";
import type { LoadOutcomeId } from "../src/model/loader.ts";
import type { DoctorState } from "../src/model/reports/doctor.ts";
import { newestVersions } from "../src/targets/newest-clients.ts";
import { runSkills } from "./support/io.ts";
import { isFull } from "./support/samples.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const rooted = newestVersions(clients).filter(({ version }) => version.roots && version.load);

/** The roots of a project that only clients have; in short runs those of the best-known clients. */
const projectRoots = Array.from(new Set(rooted.flatMap(({ version }) => version.roots!.project)))
  .filter((root) => root.includes("."))
  .slice(0, isFull ? Infinity : 6);

/** A skill in every position that some client treats differently. */
function everyPosition(root: string, suffix: string): Readonly<Record<string, string>> {
  const inner = [
    "plain",
    "a/two",
    "a/b/three",
    "a/b/c/four",
    ".hidden/hid",
    "plain/x/nested",
    "node_modules/p",
  ];
  return Object.fromEntries(
    inner.map((each) => {
      const name = `${path.basename(each)}-${suffix}`;
      return [`${root}/${path.dirname(each)}/${name}/SKILL.md`, skillMd(name)];
    }),
  );
}

function link(cwd: string, at: string, to: string): void {
  mkdirSync(path.dirname(path.join(cwd, at)), { recursive: true });
  symlinkSync(path.relative(path.dirname(path.join(cwd, at)), path.join(cwd, to)), path.join(cwd, at));
}

/** What `compat` says, as the doctor says it. */
const asDoctor: Readonly<Partial<Record<LoadOutcomeId, readonly DoctorState[]>>> = {
  "not-loaded": ["misplaced", "part-of-skill"],
  unknown: ["unknown"],
  "as-written": ["loads", "cut", "shadowed", "unspecified", "same-file"],
  differs: ["differs"],
};

/** For each client and each skill in one of its roots: the outcome of `compat`, and the state in `doctor`. */
async function bothAnswers(cwd: string): Promise<readonly string[]> {
  const env = { HOME: path.join(cwd, "no-home"), USERPROFILE: path.join(cwd, "no-home") };
  const ids = rooted.map(({ client, version }) => [client.id, version.variant].filter(Boolean).join("/"));
  const diagnosed = doctor({ cwd, env, clients: ids }).data!.clients;
  const { report } = await compat({ cwd, paths: ["."], clients: ids });
  return report.data!.rows.flatMap(({ client, variant, version, skill, outcome, reasons }) => {
    const known = diagnosed.find(
      (each) => each.client === client && each.variant === variant && each.version === version,
    );
    const own = known?.skills.find(
      (each) =>
        path.posix.dirname(each.path) === skill &&
        known.roots.some((root) => skill === root.path || skill.startsWith(`${root.path}/`)),
    );
    if (!own) return [];
    const isSame = asDoctor[outcome]?.includes(own.state);
    return [
      `${isSame ? "same" : `${outcome} (${reasons.join()}), doctor: ${own.state}`}: ${client} ${skill}`,
    ];
  });
}

describe("the position of a skill in a root of a client", () => {
  it("has the same answer in compat as in doctor, for every client", async () => {
    const files = projectRoots.flatMap((root, at) => Object.entries(everyPosition(root, String(at))));
    const cwd = makeTree({ ...Object.fromEntries(files), ".git/HEAD": "" });
    const answers = await bothAnswers(cwd);
    expect(answers.filter((answer) => !answer.startsWith("same"))).toEqual([]);
    expect(answers.length).toBeGreaterThan(projectRoots.length * 6);
  });

  it("has the same answer below a SKILL.md in the root itself", async () => {
    const files = projectRoots.map((root, at) => [`${root}/below-${at}/SKILL.md`, skillMd(`below-${at}`)]);
    const outer = projectRoots.map((root) => [`${root}/SKILL.md`, skillMd("skills")]);
    const answers = await bothAnswers(
      makeTree({ ...Object.fromEntries([...files, ...outer]), ".git/HEAD": "" }),
    );
    expect(answers.filter((answer) => !answer.startsWith("same"))).toEqual([]);
    expect(answers.length).toBeGreaterThan(projectRoots.length);
  });

  it("has the same answer through a symlink to a directory that is not in the project's roots", async () => {
    const cwd = makeTree({ ".git/HEAD": "", ".kept/one/SKILL.md": skillMd("one"), ".gitignore": ".kept\n" });
    for (const root of projectRoots) link(cwd, `${root}/one`, ".kept/one");
    const answers = await bothAnswers(cwd);
    expect(answers.filter((answer) => !answer.startsWith("same"))).toEqual([]);
    expect(answers.length).toBeGreaterThan(1);
  });
});

it.each([
  [".agents/skills", "loads"],
  [".openclaw/skills", "loads"],
  [".openclaw/workspace/skills", "misplaced"],
  [".openclaw/workspace/.agents/skills", "misplaced"],
])("follows a symlink to a directory in a root of OpenClaw in which it does: ~/%s", (root, state) => {
  const cwd = makeTree({ "kept/lark/SKILL.md": skillMd("lark") });
  link(cwd, `${root}/lark`, "kept/lark");
  const { skills } = doctor({ cwd, project: "kept", home: ".", clients: ["openclaw"] }).data!.clients[0]!;
  expect(skills.map((each) => each.state)).toEqual([state]);
});

const deep = { ".git/HEAD": "", ".claude/skills/group/log-reports/SKILL.md": skillMd("log-reports") };

it("is a finding of check, with the command that helps", async () => {
  const { stdout, code } = await runSkills(["check", "--format", "json"], { cwd: makeTree(deep) });
  const [subject] = JSON.parse(stdout).subjects;
  expect(subject.loads).toMatchObject({ "claude-code": "not-loaded", "copilot-cli": "as-written" });
  const finding = subject.findings.find(({ ruleId }: { ruleId: string }) => ruleId === "target-answer");
  expect(finding).toMatchObject({ severity: "warning", refusedBy: ["claude-code", "vscode", "cline"] });
  expect(finding.message).toContain(
    "it is 2 directories deep; this client reads 1; use `mv .claude/skills/group/log-reports .claude/skills/log-reports`",
  );
  expect(code).toBe(0);
});

it.each(["validate", "lint", "check"])("refuses the skill for a target: %s", async (command) => {
  const { code } = await runSkills([command, "--target", "claude-code"], { cwd: makeTree(deep) });
  expect(code).toBe(1);
});

it("gives no command for a path that the user does not see", async () => {
  const cwd = path.join(makeTree(deep), ".claude/skills/group/log-reports");
  const { stdout } = await runSkills(["lint", "--format", "json"], { cwd });
  expect(stdout).toContain("2 directories deep");
  expect(stdout).not.toContain("mv ");
});

it("judges a skill outside the roots of clients as before", async () => {
  const cwd = makeTree({ "skills/group/x/SKILL.md": skillMd("x"), "a/b/c/d/y/SKILL.md": skillMd("y") });
  const { report } = await compat({ cwd, paths: ["."], clients: ["claude-code", "codex"] });
  expect(new Set(report.data!.rows.map(({ outcome }) => outcome))).toEqual(new Set(["as-written"]));
});

it("judges a skill in the root of another client as if it were installed", async () => {
  const { report } = await compat({ cwd: makeTree(deep), paths: ["."], clients: ["codex@0.171.0"] });
  expect(report.data!.rows.map(({ outcome }) => outcome)).toEqual(["as-written"]);
});

it("does not answer from a cache if a SKILL.md above the skill is new", async () => {
  const cwd = makeTree({ ".git/HEAD": "", ".claude/skills/log-reports/SKILL.md": skillMd("log-reports") });
  const run = async (): Promise<string> => {
    const args = ["check", "--cache", "--cache-location", "cache", "--format", "json", "."];
    const { subjects } = JSON.parse((await runSkills(args, { cwd })).stdout);
    return subjects.find((each: { path: string }) => each.path.endsWith("log-reports")).loads["copilot-cli"];
  };
  expect(await run()).toBe("as-written");
  expect(await run()).toBe("as-written");
  writeFileSync(path.join(cwd, ".claude/skills/SKILL.md"), skillMd("skills"));
  expect(await run()).toBe("not-loaded");
});

/** The commands that check and the doctor print for a path of a client. */
async function helpsFor(
  client: string,
  file: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly (string | undefined)[]> {
  const cwd = makeTree({ ".git/HEAD": "", ...files });
  const { stdout } = await runSkills(["check", "--format", "json", "--client", client], { cwd });
  const subject = JSON.parse(stdout).subjects.find(
    (each: { path: string }) => each.path === path.posix.dirname(file),
  );
  const { message } = subject.findings.find((each: { ruleId: string }) => each.ruleId === "target-answer");
  const home = path.join(cwd, "no-home");
  const { skills } = doctor({ cwd, env: { HOME: home, USERPROFILE: home }, clients: [client] }).data!
    .clients[0]!;
  return [/; use `(.+)`$/.exec(message)?.[1], skills.find((each) => each.path === file)?.help];
}

it("moves a SKILL.md in the root itself to no directory that is a skill", async () => {
  const index = { ".claude/skills/SKILL.md": skillMd("Quality") };
  const isNew = "mkdir .claude/skills/Quality && mv .claude/skills/SKILL.md .claude/skills/Quality/SKILL.md";
  const file = ".claude/skills/SKILL.md";
  expect(await helpsFor("claude-code", file, index)).toEqual([isNew, isNew]);
  const beside = { ...index, ".claude/skills/quality/SKILL.md": skillMd("quality") };
  const renamed = "mv -i .claude/skills/SKILL.md .claude/skills/INDEX.md";
  expect(await helpsFor("claude-code", file, beside)).toEqual([renamed, renamed]);
});

it("does not move a SKILL.md that hides the skills below it over one of them", async () => {
  const files = { ".pi/skills/SKILL.md": skillMd("all"), ".pi/skills/quality/SKILL.md": skillMd("quality") };
  const help = "mkdir .pi/skills/NAME && mv .pi/skills/SKILL.md .pi/skills/NAME/SKILL.md";
  expect(await helpsFor("pi", ".pi/skills/quality/SKILL.md", files)).toEqual([help, help]);
});
