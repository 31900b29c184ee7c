import { chownSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Surroundings, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const run = (command: string, args: readonly string[], surroundings: Surroundings) =>
  runSkills([command, ...args], surroundings);
const file = "skills.config.yaml";

const told: ReadonlySet<string> = new Set(["config-in-skill", "name-format"]);

/** "a/SKILL.md error name-format", for the rules of interest; before them the exit code. */
async function findings(command: string, args: readonly string[], cwd: string): Promise<readonly unknown[]> {
  const { code, stdout, stderr } = await run(command, ["--format", "json", ...args], { cwd });
  if (code === 2) return [code, stderr];
  const report: {
    readonly subjects: readonly {
      readonly path: string;
      readonly findings: readonly {
        readonly file: string;
        readonly severity: string;
        readonly ruleId: string;
      }[];
    }[];
  } = JSON.parse(stdout);
  return [
    code,
    ...report.subjects.flatMap((subject) =>
      subject.findings
        .filter(({ ruleId }) => told.has(ruleId))
        .map((finding) => `${subject.path}/${finding.file} ${finding.severity} ${finding.ruleId}`),
    ),
  ];
}

const shouted = { "a/SKILL.md": skillMd("A"), "b/SKILL.md": skillMd("b") };

describe("skills lint", () => {
  it("applies the config, and the command line over it", async () => {
    const cwd = makeTree({
      ...shouted,
      [file]: "targets: claude-api\nrules: {name-format: off, name-matches-directory: off}\n",
    });
    expect(await findings("lint", [], cwd)).toEqual([0]);
    expect(await findings("lint", ["--rule", "name-format=warning"], cwd)).toEqual([
      1,
      "a/SKILL.md error name-format",
    ]);
    expect(await findings("lint", ["--no-config"], cwd)).toEqual([1, "a/SKILL.md error name-format"]);
    expect(await findings("lint", ["--config", path.join(cwd, file)], cwd)).toEqual([0]);
  });

  it("skips ignored paths unless they are given on the command line", async () => {
    const cwd = makeTree({ ...shouted, "old/c/SKILL.md": skillMd("C"), [file]: "ignore: [old, /a]\n" });
    expect(await findings("lint", [], cwd)).toEqual([0]);
    expect(await findings("lint", ["*"], cwd)).toEqual([0]);
    expect(await findings("lint", ["a"], cwd)).toEqual([1, "a/SKILL.md error name-format"]);
    expect(await findings("lint", ["old"], cwd)).toEqual([1, "old/c/SKILL.md error name-format"]);
    expect(await findings("lint", ["."], path.join(cwd, "old"))).toEqual([1, "c/SKILL.md error name-format"]);
    expect(await findings("lint", ["old/*"], cwd)).toEqual([1, "old/c/SKILL.md error name-format"]);
    const all = makeTree({ ...shouted, [file]: "ignore: ['*']\n" });
    expect(await findings("lint", [], all)).toEqual([
      2,
      'skills: no SKILL.md at or below "."\npass a directory that contains a SKILL.md, or a directory above one\n',
    ]);
  });

  it("fails with a message for more warnings than the config allows", async () => {
    const cwd = makeTree({
      "a/SKILL.md": skillMd("a", "[x](x.md)\n"),
      [file]: "max-warnings: 0\n",
    });
    const { code, stderr } = await run("lint", ["--quiet"], { cwd });
    expect([code, stderr]).toEqual([1, "skills: 1 warning, more than --max-warnings 0\n"]);
    expect((await run("lint", ["--quiet", "--max-warnings", "1"], { cwd })).code).toBe(0);
  });

  it("suppresses findings by the config, and reports unused suppressions in a full run", async () => {
    const suppression =
      "rules: {name-matches-directory: off}\nsuppressions:\n- {rule: name-format, paths: /a, reason: it is older than the rule}\n- {rule: name-length, paths: /a, reason: none}\n";
    const cwd = makeTree({ ...shouted, [file]: suppression });
    const { code, stdout } = await run("lint", ["--format", "json"], { cwd });
    const report = JSON.parse(stdout);
    expect([code, report.summary.errors, report.summary.suppressed]).toEqual([0, 0, 1]);
    expect(report.subjects.at(-1)).toMatchObject({
      kind: "config",
      path: file,
      findings: [{ ruleId: "suppression-unused", start: { line: 4, column: 3 } }],
    });
    const below = JSON.parse((await run("lint", ["--format", "json"], { cwd: path.join(cwd, "a") })).stdout);
    expect(below.subjects.map(({ kind }: { readonly kind: string }) => kind)).toEqual(["skill"]);
  });

  it("does not count findings in the config's baseline", async () => {
    const cwd = makeTree({
      ...shouted,
      "ci/base.yaml": "baseline: known.json\n",
      [file]: "extends: ./ci/base.yaml\n",
    });
    expect(await findings("lint", [], cwd)).toEqual([
      2,
      'skills: the baseline "ci/known.json" does not exist\ncreate it with --write-baseline\n',
    ]);
    await run("lint", ["--write-baseline", "ci/known.json"], { cwd });
    expect((await findings("lint", [], cwd))[0]).toBe(0);
    expect((await findings("lint", [], path.join(cwd, "a")))[0]).toBe(0);
  });

  it("reads security, syntax and tokens from the config", async () => {
    const cwd = makeTree({
      "a/SKILL.md": skillMd("a"),
      [file]: "syntax: true\ntokens: exact\nsecurity: true\n",
    });
    const printed = JSON.parse((await run("lint", ["--print-config"], { cwd })).stdout);
    expect([printed.syntax, printed.tokens, printed.security]).toEqual([
      { value: true, from: `${file}:1:9` },
      { value: "exact", from: `${file}:2:9` },
      { value: true, from: `${file}:3:11` },
    ]);
    expect(JSON.parse((await run("lint", ["--format", "json"], { cwd })).stdout).data).toEqual({
      unparsed: [],
    });
  });

  it("reports a config in a skill without reading it", async () => {
    const cwd = makeTree({ "a/SKILL.md": skillMd("A"), [`a/${file}`]: "rules: {name-format: off}\n" });
    expect(await findings("lint", ["."], path.join(cwd, "a"))).toEqual([
      1,
      "./SKILL.md error name-format",
      `./${file} warning config-in-skill`,
    ]);
    expect((await run("validate", ["."], { cwd: path.join(cwd, "a") })).stderr).toBe(
      `skills: "${file}" is ignored: it is inside a skill\n`,
    );
    expect((await run("validate", ["."], { cwd })).stderr).toBe("");
    expect((await run("lint", ["--no-config"], { cwd: path.join(cwd, "a") })).stderr).toBe("");
  });

  it("reports all mistakes in a config at once", async () => {
    const cwd = makeTree({ ...shouted, [file]: "ruls: {}\nextends: strickt\n" });
    const { code, stdout, stderr } = await run("lint", [], { cwd });
    expect([code, stdout, stderr.split("\n").map((line) => line.slice(0, 40))]).toEqual([
      2,
      "",
      ["skills: skills.config.yaml:1:1: unknown ", "skills: skills.config.yaml:2:10: unknown", ""],
    ]);
    expect((await run("lint", ["--no-config", "--rule", "script-path-home=off"], { cwd })).stderr).toBe(
      'skills: the rule "script-path-home" was replaced; use "home-path"\n',
    );
    expect((await run("lint", ["--config", "none.yaml"], { cwd })).stderr).toBe(
      'skills: there is no "none.yaml"\n',
    );
  });
});

describe("skills validate", () => {
  it("reads only targets, ignored paths and the maximum of warnings", async () => {
    const cwd = makeTree({
      ...shouted,
      "old/c/SKILL.md": skillMd("C"),
      [file]:
        "targets: claude-api\nignore: [old]\nrules: {name-format: off}\nsuppressions: [{rule: name-format, paths: '*', reason: none}]\nbaseline: none.json\n",
    });
    expect(await findings("validate", [], cwd)).toEqual([1, "a/SKILL.md error name-format"]);
    const some = makeTree({
      ...shouted,
      [file]: "targets: claude-api\noverrides: [{paths: a, targets: spec, rules: {name-format: off}}]\n",
    });
    expect(await findings("validate", [], some)).toEqual([1, "a/SKILL.md error name-format"]);
    expect(
      Object.keys(JSON.parse((await run("validate", ["--print-config"], { cwd: some })).stdout)),
    ).toEqual(["path", "files", "ignored", "targets", "overrides", "max-warnings"]);
  });
});

/** One of another user. */
const otherUser = 12_345;

describe.runIf(process.getuid?.() === 0)("a config of another user", () => {
  const config = "rules: {name-format: off}\n";
  const said = (label: string) => `skills: "${label}" is ignored: it belongs to another user\n`;

  it("is ignored above the working directory, and that is reported", async () => {
    const shared = makeTree({ "work/a/SKILL.md": skillMd("A"), [file]: config });
    const cwd = path.join(shared, "work");
    const trusted = await run("lint", ["--rule", "name-matches-directory=off"], { cwd });
    chownSync(path.join(shared, file), otherUser, otherUser);
    const ignored = await run("lint", ["--rule", "name-matches-directory=off"], { cwd });
    expect([trusted.code, trusted.stderr, ignored.code, ignored.stderr]).toEqual([
      0,
      "",
      1,
      said(`../${file}`),
    ]);
    expect(ignored.stdout).toContain("name-format");
    const printed = await run("lint", ["--print-config"], { cwd });
    expect([JSON.parse(printed.stdout).files, printed.stderr]).toEqual([[], said(`../${file}`)]);
    const named = await run("lint", ["--config", `../${file}`], { cwd });
    expect(named.stderr).toBe("");
  });

  it("does not hide one above it, and its name may be wrong", async () => {
    const shared = makeTree({
      "mine/theirs/work/a/SKILL.md": skillMd("A"),
      [`mine/${file}`]: config,
      [`mine/theirs/${file}`]: "targets: claude-api\n",
      "mine/theirs/skills.config.json": "{}\n",
      "mine/theirs/skills.config.yml": "",
    });
    for (const name of [file, "skills.config.json", "skills.config.yml"])
      chownSync(path.join(shared, "mine/theirs", name), otherUser, otherUser);
    const cwd = path.join(shared, "mine/theirs/work");
    const { stderr } = await run("lint", [], { cwd });
    expect(stderr).toBe(
      [file, "skills.config.json", "skills.config.yml"].map((name) => said(`../${name}`)).join(""),
    );
    expect(JSON.parse((await run("lint", ["--print-config"], { cwd })).stdout).files).toEqual([
      `../../${file}`,
    ]);
  });

  it("is obeyed below the home directory, and in a repository of the owner of the working directory", async () => {
    const shared = makeTree({ "work/a/SKILL.md": skillMd("A"), [file]: config });
    chownSync(path.join(shared, file), otherUser, otherUser);
    const cwd = path.join(shared, "work");
    const files = async (env: Readonly<Record<string, string>> = {}): Promise<unknown> =>
      JSON.parse((await run("lint", ["--print-config"], { cwd, env })).stdout).files;
    expect(await files({ HOME: path.join(shared, "..") })).toEqual([`../${file}`]);
    mkdirSync(path.join(shared, ".git"));
    expect(await files()).toEqual([`../${file}`]);
    chownSync(path.join(shared, ".git"), otherUser, otherUser);
    expect(await files()).toEqual([]);
    chownSync(cwd, otherUser, otherUser);
    expect(await files()).toEqual([`../${file}`]);
  });
});

describe("--print-config", () => {
  const config = `extends: strict
rules: {name-format: info}
overrides:
- {paths: old, rules: {name-format: off, emphasis: error}, targets: spec}
suppressions:
- {rule: emphasis, paths: old/a.py, reason: none}
ignore: [vendor]
`;

  it("prints the settings of a path with the source of each value", async () => {
    const cwd = makeTree({ ...shouted, "old/c/SKILL.md": skillMd("c"), [file]: config });
    const { code, stdout, stderr } = await run(
      "lint",
      ["--print-config", "old/c", "--rule", "emphasis=off"],
      { cwd },
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      path: "old/c",
      files: [file],
      ignored: { value: false, from: "default" },
      targets: { value: ["spec"], from: `${file}:4:69` },
      clients: { value: ["common"], from: "default" },
      rules: {
        "name-format": { value: "off", from: `${file}:4:37` },
        emphasis: { value: "off", from: "--rule" },
      },
      overrides: [
        {
          paths: ["old"],
          targets: ["spec"],
          rules: { "name-format": "off", emphasis: "error" },
          from: `${file}:4:3`,
          covers: true,
        },
      ],
      suppressions: [
        { rule: "emphasis", paths: ["old/a.py"], reason: "none", covers: false, from: `${file}:6:3` },
      ],
      "max-warnings": { value: null, from: "default" },
      baseline: { value: null, from: "default" },
      security: { value: false, from: "default" },
      syntax: { value: false, from: "default" },
      tokens: { value: "estimate", from: "default" },
      version: { value: null, from: "default" },
    });
  });

  it("prints the settings of the working directory by default, and of missing paths", async () => {
    const cwd = makeTree({ ...shouted, [file]: config });
    const of = async (args: readonly string[], from = cwd) =>
      JSON.parse((await run("lint", args, { cwd: from })).stdout);
    expect(await of(["--print-config"])).toMatchObject({
      path: ".",
      targets: { value: ["spec", "skills-ref", "claude-api"], from: `preset strict, by ${file}:1:10` },
      rules: { "name-format": { value: "info" } },
    });
    expect(await of(["vendor/x", "--print-config"])).toMatchObject({
      path: "vendor/x",
      ignored: { value: "vendor", from: `${file}:7:10` },
    });
    expect(await of(["--print-config", "..", "--target", "spec"])).toMatchObject({
      overrides: [{ covers: false }],
      targets: { value: ["spec"], from: "--target" },
    });
    expect(await of(["--print-config", "--no-config", "--tokens", "estimate"])).toMatchObject({
      files: [],
      rules: {},
      tokens: { value: "estimate", from: "--tokens" },
    });
    expect(await of(["--print-config", "../old/x.py"], path.join(cwd, "a"))).toMatchObject({
      path: "../old/x.py",
      files: ["../skills.config.yaml"],
      rules: { emphasis: { value: "error" } },
    });
    expect((await run("lint", ["--print-config", "a", "b"], { cwd })).stderr).toBe(
      "skills: --print-config takes only one path\n",
    );
  });
});

it("is documented with its presets", async () => {
  for (const command of ["lint", "validate"]) {
    const { stdout } = await run(command, ["--help"], {});
    for (const word of ["--print-config", "skills.config.yaml", "recommended", "strict", "./base.yaml"])
      expect(stdout).toContain(word);
  }
  const schema = readFileSync(new URL("../schemas/config.schema.json", import.meta.url), "utf8");
  for (const word of ["recommended", "strict", "only the rules of skills validate"])
    expect(schema).toContain(word);
});
