import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { createBursts, type Watched, watchSkills, type WatchUpdate } from "../src/api/watch.ts";
import { configureLint } from "../src/api/settings/configured.ts";
import { readConfig } from "../src/api/settings/read-config.ts";
import { check } from "../src/api/check/check.ts";
import { lint, type LintRequest, lintUnwritten } from "../src/api/lint/lint.ts";
import type { Report } from "../src/model/report.ts";
import { pollTrees, watchDisk } from "../src/run/watch-disk.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

interface Told {
  readonly news: readonly string[];
  readonly findings: readonly string[];
  readonly report?: Report;
  readonly error?: string;
}

/** A watch of which the first report was taken; `until` takes updates until one is as expected. */
async function start(
  cwd: string,
  paths: readonly string[] = ["."],
  run: Watched<LintRequest>["run"] = lintUnwritten,
) {
  const ends = new AbortController();
  onTestFinished(() => ends.abort());
  const options = { paths, cwd };
  const updates = watchSkills({ options, run, configure: () => Promise.resolve(options) }, ends.signal);
  const next = async (): Promise<Told> => toldBy((await updates.next()).value as WatchUpdate);
  const first = await next();
  const until = async (isExpected: (told: Told) => boolean): Promise<Told> => {
    for (;;) {
      const told = await next();
      if (isExpected(told)) return told;
    }
  };
  return { first, until, next, end: () => ends.abort(), updates };
}

function toldBy(update: WatchUpdate): Told {
  if ("error" in update) return { news: [], findings: [], error: update.error.message };
  const { report } = update.result;
  return {
    report,
    news: update.news.subjects.map((subject) => subject.path),
    findings: report.subjects.flatMap((subject) =>
      subject.findings.map(({ ruleId }) => `${subject.path} ${ruleId}`),
    ),
  };
}

const timeless = ({ subjects, outcome, summary: { seconds: _seconds, ...summary } }: Report) => ({
  subjects,
  outcome,
  summary,
});

function text(name: string, description: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description} Use when asked.\n---\n\n${body}`;
}

function three(): string {
  return makeTree({
    "skills/a/SKILL.md": text("a", "Fills in forms."),
    "skills/b/SKILL.md": text("b", "Plays chess."),
    "skills/c/SKILL.md": text("c", "Reports the weather."),
  });
}

it("lints the saved skill, however the editor saves it", async () => {
  const cwd = three();
  const file = path.join(cwd, "skills/a/SKILL.md");
  const { first, until } = await start(cwd);
  expect([first.news, first.findings]).toEqual([["skills/a", "skills/b", "skills/c"], []]);
  writeFileSync(file, skillMd("a", "[x](gone.md)\n"));
  expect(await until(({ findings }) => findings.length > 0)).toMatchObject({
    news: ["skills/a"],
    findings: ["skills/a reference-broken"],
  });
  writeFileSync(`${file}~`, skillMd("a"));
  renameSync(`${file}~`, file);
  expect(await until(({ findings }) => findings.length === 0)).toMatchObject({ news: ["skills/a"] });
  renameSync(file, `${file}.bak`);
  writeFileSync(file, skillMd("a", "[x](other.md)\n"));
  rmSync(`${file}.bak`);
  const again = await until(({ findings }) => findings.includes("skills/a reference-broken"));
  expect(timeless(again.report!)).toEqual(timeless((await lint({ paths: ["."], cwd })).report));
});

it("checks plugins again when a manifest or what it refers to changes, without any skill too", async () => {
  const manifest = ".claude-plugin/plugin.json";
  const cwd = makeTree({ [`p/${manifest}`]: '{"name":"p","commands":"./more"}', "p/more/x.md": "x\n" });
  const at = (place: string): string => path.join(cwd, place);
  const { first, until } = await start(cwd);
  expect([first.news, first.findings]).toEqual([["p"], []]);
  rmSync(at("p/more"), { recursive: true });
  const lost = await until(({ findings }) => findings.length > 0);
  expect(lost).toMatchObject({ news: ["p"], findings: ["p plugin-manifest"] });
  expect(timeless(lost.report!)).toEqual(timeless((await lint({ paths: ["."], cwd })).report));
  writeFileSync(at(`p/${manifest}`), '{"name":"p"}');
  expect(await until(({ findings }) => findings.length === 0)).toMatchObject({ news: ["p"] });
  mkdirSync(at("q/.codex-plugin"), { recursive: true });
  writeFileSync(at("q/.codex-plugin/plugin.json"), "{");
  const found = await until(({ findings }) => findings.length > 0);
  expect(found).toMatchObject({ news: ["q"], findings: ["q plugin-manifest"] });
});

it("detects skills and directories that are created, removed, moved and restored", async () => {
  const cwd = three();
  const { until } = await start(cwd);
  const at = (place: string): string => path.join(cwd, place);
  mkdirSync(at("skills/d/references/deep"), { recursive: true });
  writeFileSync(at("skills/d/references/deep/x.md"), "x\n");
  writeFileSync(at("skills/d/SKILL.md"), text("d", "Sorts names.", "[x](references/deep/x.md)\n"));
  await until(({ report, findings }) => report?.subjects.length === 4 && findings.length === 0);
  rmSync(at("skills/d/references/deep/x.md"));
  expect(await until(({ findings }) => findings.length > 0)).toMatchObject({ news: ["skills/d"] });
  renameSync(at("skills/d"), at("skills/e"));
  await until(({ findings }) => findings.includes("skills/e name-matches-directory"));
  rmSync(at("skills/e"), { recursive: true });
  expect(await until(({ report }) => report?.subjects.length === 3)).toMatchObject({ findings: [] });
  rmSync(at("skills"), { recursive: true });
  expect(await until(({ error }) => error !== undefined)).toMatchObject({
    error: 'no SKILL.md at or below "."',
  });
  mkdirSync(at("skills/b"), { recursive: true });
  writeFileSync(at("skills/b/SKILL.md"), skillMd("b"));
  expect(await until(({ error }) => error === undefined)).toMatchObject({ news: ["skills/b"], findings: [] });
  appendFileSync(at("skills/b/SKILL.md"), "[x](gone.md)\n");
  await until(({ findings }) => findings.includes("skills/b reference-broken"));
});

it("reports files that were meant to be skills, as they come, change and go", async () => {
  const cwd = makeTree({
    ".claude/skills/a/SKILL.md": skillMd("a"),
    ".claude/skills/one.md": skillMd("one"),
  });
  const at = (place: string): string => path.join(cwd, ".claude/skills", place);
  const found = ({ report }: Told): readonly string[] =>
    report!.subjects.flatMap(({ findings }) =>
      findings.flatMap(({ ruleId, file }) => (ruleId === "loose-skill" ? [file] : [])),
    );
  const { first, until } = await start(cwd);
  expect(found(first)).toEqual(["one.md"]);
  writeFileSync(at("a/SKILL.md"), skillMd("a", "[x](gone.md)\n"));
  const changed = await until(({ findings }) => findings.includes(".claude/skills/a reference-broken"));
  expect(found(changed)).toEqual(["one.md"]);
  writeFileSync(at("two.md"), skillMd("two"));
  const added = await until((told) => found(told).includes("two.md"));
  expect([added.news, found(added)]).toEqual([[".claude/skills"], ["one.md", "two.md"]]);
  writeFileSync(at("two.md"), "# Two\n");
  await until((told) => found(told).length === 1);
  rmSync(at("one.md"));
  await until((told) => found(told).length === 0);
});

it("judges a skill again below a SKILL.md that is new or removed", async () => {
  const cwd = makeTree({ ".pi/skills/a/SKILL.md": skillMd("a") });
  const { until } = await start(cwd, ["."], (options, memory) =>
    lintUnwritten({ ...options, clients: ["pi"] }, memory),
  );
  const isHidden = ({ findings }: Told): boolean => findings.includes(".pi/skills/a target-answer");
  writeFileSync(path.join(cwd, ".pi/skills/SKILL.md"), skillMd("skills"));
  expect((await until(isHidden)).news).toContain(".pi/skills/a");
  rmSync(path.join(cwd, ".pi/skills/SKILL.md"));
  await until((told) => !isHidden(told));
});

it("detects a skill that is created or moved inside another one, where some clients look", async () => {
  const cwd = makeTree({ ".agents/skills/a/SKILL.md": skillMd("a"), "c/SKILL.md": skillMd("c") });
  const at = (place: string): string => path.join(cwd, place);
  const pathsOf = ({ report }: Told): readonly string[] => report!.subjects.map((subject) => subject.path);
  const { first, until } = await start(cwd, [".agents"]);
  expect(pathsOf(first)).toEqual([".agents/skills/a"]);
  mkdirSync(at(".agents/skills/a/b"));
  writeFileSync(at(".agents/skills/a/b/SKILL.md"), skillMd("b"));
  const created = await until((told) => pathsOf(told).includes(".agents/skills/a/b"));
  expect(created.news).toContain(".agents/skills/a/b");
  renameSync(at("c"), at(".agents/skills/a/b/c"));
  await until((told) => pathsOf(told).includes(".agents/skills/a/b/c"));
  rmSync(at(".agents/skills/a/b"), { recursive: true });
  await until((told) => pathsOf(told).length === 1);
  expect(timeless((await lint({ paths: [".agents"], cwd })).report).subjects).toHaveLength(1);
});

it("continues after a skill is replaced by another directory", async () => {
  const cwd = three();
  const { until } = await start(cwd);
  const at = (place: string): string => path.join(cwd, "skills", place);
  rmSync(at("a"), { recursive: true });
  mkdirSync(at("a"));
  writeFileSync(at("a/SKILL.md"), skillMd("a", "[x](gone.md)\n"));
  await until(({ findings }) => findings.includes("skills/a reference-broken"));
  writeFileSync(at("a/gone.md"), "x\n");
  await until(({ findings }) => findings.length === 0);
  mkdirSync(at("new"));
  writeFileSync(at("new/SKILL.md"), skillMd("b"));
  renameSync(at("b"), path.join(cwd, "old.bak"));
  renameSync(at("new"), at("b"));
  await until(({ news }) => news.includes("skills/b"));
  appendFileSync(at("b/SKILL.md"), "[x](gone.md)\n");
  await until(({ findings }) => findings.includes("skills/b reference-broken"));
});

it("continues after the watched directory is removed and restored", async () => {
  const cwd = three();
  const { until } = await start(cwd, ["skills"]);
  renameSync(path.join(cwd, "skills"), path.join(cwd, "away"));
  expect(await until(({ error }) => error !== undefined)).toMatchObject({ error: 'there is no "skills"' });
  renameSync(path.join(cwd, "away"), path.join(cwd, "skills"));
  await until(({ report }) => report?.subjects.length === 3);
  appendFileSync(path.join(cwd, "skills/c/SKILL.md"), "[x](gone.md)\n");
  expect(await until(({ findings }) => findings.length > 0)).toMatchObject({ news: ["skills/c"] });
});

it("compares names again, though only one skill is read", async () => {
  const cwd = three();
  const { until } = await start(cwd);
  writeFileSync(path.join(cwd, "skills/a/SKILL.md"), text("b", "Fills in forms."));
  const told = await until(({ findings }) => findings.includes("skills/b name-duplicate"));
  expect(told.news).toEqual(["skills/a", "skills/b"]);
  expect(timeless(told.report!)).toEqual(timeless((await lint({ paths: ["."], cwd })).report));
  writeFileSync(path.join(cwd, "skills/a/SKILL.md"), text("a", "Fills in forms."));
  expect(await until(({ findings }) => findings.length === 0)).toMatchObject({
    news: ["skills/a", "skills/b"],
  });
});

it("packs and simulates only the skills that changed in skills check", async () => {
  const cwd = three();
  const checked: number[] = [];
  const recorded: typeof check = (options, memory) =>
    check({ ...options, onSkill: (index) => void checked.push(index) }, memory);
  const { first, until } = await start(cwd, ["."], recorded);
  expect([checked.splice(0), first.report?.command, first.findings]).toEqual([[0, 1, 2], "check", []]);
  writeFileSync(path.join(cwd, "skills/a/SKILL.md"), skillMd("a", "[x](gone.md)\n"));
  const { news, report } = await until(({ findings }) => findings.includes("skills/a reference-broken"));
  expect([news, new Set(checked)]).toEqual([["skills/a"], new Set([0])]);
  const anew = (await check({ paths: ["."], cwd })).report;
  expect(timeless(report!)).toEqual(timeless(anew));
  expect(report?.data).toEqual(anew.data);
  renameSync(path.join(cwd, "skills/b"), path.join(cwd, "skills/d"));
  const moved = await until(({ findings }) => findings.includes("skills/d name-matches-directory"));
  expect(moved.report?.data).toEqual((await check({ paths: ["."], cwd })).report.data);
});

it("applies ignore files, and ignores changes outside the skills", async () => {
  const cwd = makeTree({
    ".git/HEAD": "",
    "skills/a/SKILL.md": skillMd("a"),
    "skills/b/SKILL.md": text("b", "Plays chess."),
  });
  const { until, next } = await start(cwd);
  writeFileSync(path.join(cwd, ".gitignore"), "b\n");
  await until(({ report }) => report?.subjects.length === 1);
  writeFileSync(path.join(cwd, ".git/index"), "x");
  writeFileSync(path.join(cwd, "README.md"), "x");
  appendFileSync(path.join(cwd, "skills/a/SKILL.md"), "[x](gone.md)\n");
  expect(await next()).toMatchObject({ news: ["skills/a"], findings: ["skills/a reference-broken"] });
});

it("lints all skills again after the config is created, changed or removed", async () => {
  const root = makeTree({
    "p/skills/a/SKILL.md": text("a", "Fills in forms.", "[x](gone.md)\n"),
    "p/skills/b/SKILL.md": text("b", "Plays chess."),
    "skills.config.yaml": "rules: {reference-broken: info}\n",
  });
  const cwd = path.join(root, "p");
  const configure = async () => {
    const config = readConfig({ cwd });
    return config ? configureLint({ paths: ["."], cwd }, config) : { paths: ["."], cwd };
  };
  const ends = new AbortController();
  onTestFinished(() => ends.abort());
  const watched = { options: await configure(), run: lintUnwritten, configure };
  const updates = watchSkills(watched, ends.signal);
  const severity = async () => {
    const { value } = await updates.next();
    const update = value as WatchUpdate;
    return "error" in update
      ? update.error.message
      : [
          update.news.subjects.length,
          update.result.report.subjects.flatMap(({ findings }) =>
            findings.map((finding) => finding.severity),
          ),
        ];
  };
  expect(await severity()).toEqual([2, ["info"]]);
  const above = path.join(root, "skills.config.yaml");
  const near = path.join(cwd, "skills.config.yaml");
  writeFileSync(above, "rules: {reference-broken: off}\n");
  expect(await severity()).toEqual([2, []]);
  writeFileSync(near, "rules: {reference-broke: error}\n");
  expect(await severity()).toMatch(/^skills\.config\.yaml:1:9: unknown rule "reference-broke"/);
  writeFileSync(near, "rules: {reference-broken: error}\n");
  expect(await severity()).toEqual([2, ["error"]]);
  rmSync(near);
  expect(await severity()).toEqual([2, []]);
});

it("watches a skill that a symlink points to", async () => {
  const [cwd, elsewhere] = [three(), makeTree({ "x/SKILL.md": skillMd("x") })];
  symlinkSync(path.join(elsewhere, "x"), path.join(cwd, "x"));
  const { until } = await start(cwd, ["skills", "x"]);
  appendFileSync(path.join(elsewhere, "x/SKILL.md"), "[x](gone.md)\n");
  expect(await until(({ findings }) => findings.length > 0)).toMatchObject({ news: ["x"] });
});

it("handles a burst of changes in few runs, and stops on request", async () => {
  const cwd = three();
  const { next, end, updates } = await start(cwd);
  for (let at = 0; at < 300; at++) writeFileSync(path.join(cwd, `skills/a/${at}.md`), "x\n");
  for (const name of ["a", "b", "c"])
    appendFileSync(path.join(cwd, `skills/${name}/SKILL.md`), "[x](gone.md)\n");
  let runs = 1;
  while ((await next()).findings.filter((finding) => finding.endsWith("reference-broken")).length < 3) runs++;
  expect(runs).toBeLessThan(4);
  const last = updates.next();
  end();
  expect(await last).toEqual({ done: true, value: undefined });
});

it("collects changes that arrive during a run", async () => {
  const ends = new AbortController();
  const bursts = createBursts<string>(ends.signal);
  bursts.add("a");
  bursts.add("b");
  expect(await bursts.next()).toEqual(new Set(["a", "b"]));
  const waiting = bursts.next();
  bursts.add("c");
  bursts.add("c");
  expect(await waiting).toEqual(new Set(["c"]));
  ends.abort();
  expect(await bursts.next()).toBeUndefined();
});

it("polls if the system has no watches left", async () => {
  const cwd = makeTree({ "a/x.md": "x\n", ".git/HEAD": "x\n" });
  let found: (absolute: string) => void;
  const told = new Promise<string>((resolve) => {
    found = resolve;
  });
  const disk = watchDisk(
    (absolute) => found(absolute),
    () => {
      throw Object.assign(new Error("ENOSPC: System limit for number of file watchers reached"), {
        code: "ENOSPC",
      });
    },
  );
  onTestFinished(() => disk.close());
  disk.addTrees([cwd]);
  writeFileSync(path.join(cwd, ".git/HEAD"), "other\n");
  writeFileSync(path.join(cwd, "a/x.md"), "other\n");
  expect(await told).toBe(path.join(cwd, "a/x.md"));
});

it("detects added, changed and removed files by polling", async () => {
  const cwd = makeTree({ "a/gone.md": "x\n", "a/same.md": "x\n", "a/changed.md": "x\n" });
  const told = new Set<string>();
  await new Promise<void>((resolve) => {
    const stop = pollTrees(
      new Set([cwd]),
      (absolute) => {
        told.add(path.relative(cwd, absolute));
        if (told.size === 4) resolve();
      },
      5,
    );
    onTestFinished(stop);
    rmSync(path.join(cwd, "a/gone.md"));
    writeFileSync(path.join(cwd, "a/changed.md"), "longer\n");
    mkdirSync(path.join(cwd, "b"));
    writeFileSync(path.join(cwd, "b/new.md"), "x\n");
  });
  expect(told).toEqual(new Set(["a/gone.md", "a/changed.md", "b", "b/new.md"]));
});

it.each(["lint", "check"])("refuses incompatible options, and missing paths: skills %s", async (command) => {
  const cwd = three();
  const refusal = async (...args: readonly string[]) => {
    const { code, stderr } = await runSkills([command, ".", "--watch", ...args], { cwd });
    return [code, stderr.split("\n")[0]];
  };
  const goes = (other: string) => [2, `skills: --watch cannot be combined with ${other}`];
  expect(await refusal("--fix")).toEqual(goes("--fix"));
  expect(await refusal("--format", "json")).toEqual(goes("--format"));
  expect(await refusal("--changed")).toEqual(goes("--changed"));
  expect(await refusal("-", "--stdin-name", "x")).toEqual(goes("standard input"));
  expect(await refusal("none")).toEqual([2, 'skills: there is no "none"']);
});

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

it.each([
  ["lint", "SIGINT"],
  ["lint", "SIGTERM"],
  ["check", "SIGINT"],
] as const)("prints new findings with skills %s, and ends on %s", async (command, signal) => {
  const cwd = three();
  const child = spawn(process.execPath, [binary, command, "--watch"], {
    cwd,
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const prints = async (expected: RegExp): Promise<void> => {
    while (!expected.test(printed)) printed += String((await once(child.stdout, "data"))[0]);
  };
  await prints(/^watching 3 skills: nothing to report\n/m);
  printed = "";
  writeFileSync(path.join(cwd, "skills/b/SKILL.md"), text("B", "Plays chess."));
  await prints(/^all 3 skills: .*\n/m);
  expect(printed).toMatch(/^\nskills\/b\/SKILL\.md/);
  expect(printed).toMatch(/^1 skill checked: /m);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
  expect(existsSync(path.join(cwd, "skills/b/SKILL.md"))).toBe(true);
});

it("clears the screen of a terminal, and prints all findings again", async () => {
  needs("script");
  const cwd = makeTree({ "skills/a/SKILL.md": text("a", "Fills in forms.", "See [it](missing.md).\n") });
  const command = `'${process.execPath}' '${binary}' lint --watch`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"], TERM: "xterm" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const prints = async (expected: RegExp): Promise<void> => {
    while (!expected.test(printed)) printed += String((await once(child.stdout, "data"))[0]);
  };
  await prints(/watching 1 skill: /);
  expect(printed).not.toContain("\x1b[2J");
  printed = "";
  writeFileSync(path.join(cwd, "skills/a/notes.txt"), "x");
  await prints(/watching 1 skill: /);
  expect(printed).toMatch(/^\x1b\[2J\x1b\[H[^]*missing\.md/);
  child.stdin.write("\x03");
  await once(child, "exit");
});
