import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { doctor, type DoctorOptions } from "../src/api/doctor/doctor.ts";
import { diagnose } from "../src/api/doctor/diagnose.ts";
import { groupBy } from "../src/core/group-by.ts";
import type { RootRules } from "../src/model/client-roots.ts";
import type { ClientVersion } from "../src/model/loader.ts";
import type { DoctorSkill, DoctorState } from "../src/model/reports/doctor.ts";
import { clients } from "../src/generated/clients.ts";
import { answersFor } from "./support/answers-for.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

/** What a released client read; test/client-roots.test.ts compares the rules with it. */
interface Live {
  readonly project: readonly string[];
  readonly user: readonly string[];
  readonly ownRoot: readonly string[];
  readonly withSkillMdInTheRoot: readonly string[];
  readonly subdirectory: { readonly repositoryRoot: readonly string[]; readonly between: readonly string[] };
  readonly duplicates: string | readonly { readonly winner: string; readonly over: readonly string[] }[];
}

const live = Object.entries(
  JSON.parse(readFileSync(path.join(fixturesRoot, "clients", "roots.json"), "utf8")) as Readonly<
    Record<string, Live>
  >,
)
  .map(([key, facts]) => ({ key, facts }))
  .filter(({ key }) => isRecorded(key));

function isRecorded(key: string): boolean {
  const [, id, version] = /^([^/@]+)(?:\/[^@]+)?@(.+)$/.exec(key)!;
  return clients.some(
    (client) => client.id === id && client.versions.some((each) => answersFor(each, version!) && each.roots),
  );
}

const unread: ReadonlySet<DoctorState> = new Set(["misplaced", "part-of-skill", "broken"]);

/** The skills of the first of several clients. */
function skillsOf(named: string, options: DoctorOptions): readonly DoctorSkill[] {
  return doctor({ ...options, clients: named.split(",") }).data!.clients[0]!.skills;
}

/** The names of the skills that a client finds, by directory. */
function found(client: string, cwd: string, home: string): readonly string[] {
  return skillsOf(client, { cwd, env: { HOME: home, USERPROFILE: home } })
    .filter(({ state }) => !unread.has(state))
    .map(({ path: file }) => path.basename(path.dirname(file)))
    .toSorted();
}

/** A project and a home directory, each with one skill in every root that some client reads. */
function everyRoot(): { readonly base: string; readonly name: (root: string) => string } {
  const roots = Array.from(new Set(live.flatMap(({ facts }) => [...facts.project, ...facts.user])));
  const name = (root: string): string => `s-${roots.indexOf(root)}`;
  const place = (root: string): string =>
    root.startsWith("~/") ? `home/${root.slice(2)}` : `home/project/${root}`;
  const files = roots.map((root) => [`${place(root)}/${name(root)}/SKILL.md`, skillMd(name(root))]);
  return { base: makeTree({ ...Object.fromEntries(files), "home/project/.git/HEAD": "" }), name };
}

describe.each(live)("as $key", ({ key, facts }) => {
  it("finds the skills of the roots that the released client read", () => {
    const { base, name } = everyRoot();
    const home = path.join(base, "home");
    expect(found(key, path.join(home, "project"), home)).toEqual(
      [...facts.project, ...facts.user].map(name).toSorted(),
    );
  });

  it("finds those of the directories above that the released client read", () => {
    const at = (above: string) =>
      facts.project.map((root, index) => [
        `home/project/${above}${root}/${above === "" ? "top" : "mid"}-${index}/SKILL.md`,
        skillMd(`${above === "" ? "top" : "mid"}-${index}`),
      ]);
    const base = makeTree({
      ...Object.fromEntries([...at(""), ...at("a/")]),
      ".agents/skills/other/SKILL.md": skillMd("other"),
      "home/project/.git/HEAD": "",
      "home/.claude/skills/x/SKILL.md": skillMd("x"),
      "home/project/a/b/x.txt": "",
    });
    const home = path.join(base, "home");
    const wanted = facts.project.flatMap((root, index) => [
      ...(facts.subdirectory.repositoryRoot.includes(root) ? [`top-${index}`] : []),
      ...(facts.subdirectory.between.includes(root) ? [`mid-${index}`] : []),
    ]);
    expect(found(key, path.join(home, "project/a/b"), home).filter((each) => each !== "x")).toEqual(
      wanted.toSorted(),
    );
  });

  it.each([
    ["without a SKILL.md in the root", "ownRoot"],
    ["with a SKILL.md in the root", "withSkillMdInTheRoot"],
  ] as const)("finds what the released client read in its root, %s", (_title, entries) => {
    const root = [...facts.project, ...facts.user].find((each) => !/\.(?:agents|claude)\//.test(each));
    const base = makeTree({ "home/x.txt": "", "project/x.txt": "", "store/l/SKILL.md": skillMd("l") });
    const own = root ?? facts.project[0]!;
    const absolute = own.startsWith("~/")
      ? path.join(base, "home", own.slice(2))
      : path.join(base, "project", own);
    fillRoot(absolute, path.join(base, "store/l"), entries === "withSkillMdInTheRoot");
    const names = facts[entries].map((entry) => (entry === "root-itself" ? path.basename(own) : entry));
    expect(found(key, path.join(base, "project"), path.join(base, "home"))).toEqual(names.toSorted());
  });

  it("lets the skill win that won in the released client", () => {
    if (typeof facts.duplicates === "string") return;
    for (const { winner, over } of facts.duplicates) {
      const at = (root: string) => (root.startsWith("~/") ? `home/${root.slice(2)}` : `project/${root}`);
      const copies = [winner, ...over].map((root) => [
        `${at(root)}/same/SKILL.md`,
        skillMd("same", `${root}\n`),
      ]);
      const base = makeTree({ "home/x.txt": "", "project/x.txt": "", ...Object.fromEntries(copies) });
      const home = path.join(base, "home");
      const skills = skillsOf(key, {
        cwd: path.join(base, "project"),
        env: { HOME: home, USERPROFILE: home },
      });
      const shadowed = skills.filter(({ state }) => state === "shadowed");
      expect(skills.length - shadowed.length, winner).toBe(1);
      expect(shadowed.map(({ others, fails }) => [others?.length, fails])).toEqual(over.map(() => [1, true]));
      expect(new Set(shadowed.flatMap(({ others }) => others)), winner).toEqual(
        new Set([`${winner}/same/SKILL.md`]),
      );
    }
  });
});

/** The skills of the recorded root, in directories named for the entries of the record. */
function fillRoot(root: string, linked: string, withRoot: boolean): void {
  const write = (inner: string): void => {
    const file = path.join(root, inner, "SKILL.md");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, skillMd(path.basename(inner)));
  };
  for (const inner of [
    "depth1",
    "depth1/inside-a-skill",
    "b/depth2",
    "c/c/depth3",
    "d/d/d/depth4",
    ".hidden/hidden-dir",
  ])
    write(inner);
  symlinkSync(linked, path.join(root, "symlinked-dir"));
  mkdirSync(path.join(root, "symlinked-file"));
  symlinkSync(path.join(linked, "SKILL.md"), path.join(root, "symlinked-file/SKILL.md"));
  if (withRoot) writeFileSync(path.join(root, "SKILL.md"), skillMd("root-itself"));
}

/** A home with skills for several clients and what can be wrong with them. */
function brokenHome(): { readonly cwd: string; readonly env: Record<string, string> } {
  const base = makeTree({
    "store/linked/SKILL.md": skillMd("linked"),
    "home/.claude/skills/both/SKILL.md": skillMd("both", "Of the user.\n"),
    "home/.claude/skills/twice/SKILL.md": skillMd("twice"),
    "home/.agents/skills/shared/SKILL.md": skillMd("shared"),
    "home/project/.git/HEAD": "",
    "home/project/.claude/skills/both/SKILL.md": skillMd("both", "Of the project.\n"),
    "home/project/.claude/skills/both/templates/new/SKILL.md": skillMd("new"),
    "home/project/.claude/skills/twice/SKILL.md": skillMd("twice"),
    "home/project/.claude/skills/lower/skill.md": skillMd("lower"),
    "home/project/.claude/skills/named/named.md": skillMd("named"),
    "home/project/.claude/skills/single.md": skillMd("single"),
    "home/project/.claude/skills/README.md": "# Skills\n",
    "home/project/.claude/skills/org/deep/SKILL.md": skillMd("deep"),
    "home/project/.claude/skills/.draft/SKILL.md": skillMd("draft"),
    "home/.claude/skills/SKILL.md": skillMd("in-the-root"),
    "home/project/.agents/skills/alpha/SKILL.md": skillMd("alpha"),
    "home/project/.agents/skills/both/SKILL.md": skillMd("both", "Of all.\n"),
  });
  const home = path.join(base, "home");
  const skills = path.join(home, "project/.claude/skills");
  symlinkSync(path.join(base, "store/linked"), path.join(skills, "linked"));
  symlinkSync(path.join(base, "nowhere"), path.join(skills, "old"));
  symlinkSync("..", path.join(skills, "loop"));
  symlinkSync("twice", path.join(skills, "again"));
  return { cwd: path.join(home, "project"), env: { HOME: home, USERPROFILE: home } };
}

it("says of each skill why Claude Code does not show it, and what helps", () => {
  const skills = skillsOf("claude-code,pi", brokenHome());
  expect(skills.map(({ state, path: file, help }) => [state, file, help])).toEqual([
    ["broken", ".claude/skills/old", undefined],
    [
      "misplaced",
      ".agents/skills/alpha/SKILL.md",
      "skills install --root .claude/skills .agents/skills/alpha",
    ],
    [
      "misplaced",
      ".claude/skills/lower/skill.md",
      "mv .claude/skills/lower/skill.md .claude/skills/lower/SKILL.md",
    ],
    [
      "misplaced",
      ".claude/skills/named/named.md",
      "mv .claude/skills/named/named.md .claude/skills/named/SKILL.md",
    ],
    ["misplaced", ".claude/skills/org/deep/SKILL.md", "mv .claude/skills/org/deep .claude/skills/deep"],
    [
      "misplaced",
      ".claude/skills/single.md",
      "mkdir .claude/skills/single && mv .claude/skills/single.md .claude/skills/single/SKILL.md",
    ],
    [
      "misplaced",
      "~/.agents/skills/shared/SKILL.md",
      "skills install --root ~/.claude/skills ~/.agents/skills/shared",
    ],
    [
      "misplaced",
      "~/.claude/skills/SKILL.md",
      "mkdir ~/.claude/skills/in-the-root && mv ~/.claude/skills/SKILL.md ~/.claude/skills/in-the-root/SKILL.md",
    ],
    ["shadowed", ".claude/skills/both/SKILL.md", "skills diff ~/.claude/skills/both .claude/skills/both"],
    ["shadowed", ".claude/skills/twice/SKILL.md", undefined],
    ["part-of-skill", ".claude/skills/both/templates/new/SKILL.md", undefined],
    ["loads", ".claude/skills/.draft/SKILL.md", undefined],
    ["loads", ".claude/skills/again/SKILL.md", undefined],
    ["loads", ".claude/skills/linked/SKILL.md", undefined],
    ["loads", "~/.claude/skills/both/SKILL.md", undefined],
    ["loads", "~/.claude/skills/twice/SKILL.md", undefined],
  ]);
  const twice = skills.find(({ state, name }) => state === "shadowed" && name === "twice");
  expect(twice).toMatchObject({
    reason: "an identical skill of this name takes precedence",
    others: ["~/.claude/skills/twice/SKILL.md"],
    fails: false,
  });
});

const run = (args: readonly string[], { cwd, env }: ReturnType<typeof brokenHome>, columns?: number) =>
  runSkills(["doctor", ...args], { cwd, env: { ...env, NO_COLOR: "1" }, ...(columns && { columns }) });

it("says how to show a hidden directory to a client that reads none", () => {
  const base = makeTree({ "home/x.txt": "", "project/.agents/skills/.draft/SKILL.md": skillMd("draft") });
  const env = { HOME: path.join(base, "home"), USERPROFILE: path.join(base, "home") };
  expect(skillsOf("codex", { cwd: path.join(base, "project"), env })).toMatchObject([
    {
      state: "misplaced",
      reason: 'Codex CLI does not read directories whose name starts with "."',
      help: "mv .agents/skills/.draft .agents/skills/draft",
    },
  ]);
});

/** A home with one long description and many that fill a catalog. */
function fullHome(): { readonly cwd: string; readonly env: Record<string, string> } {
  const skill = (name: string, description: string) =>
    `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
  const names = Array.from({ length: 80 }, (_name, at) => `s-${String(at).padStart(2, "0")}`);
  const base = makeTree({
    "home/x.txt": "",
    ...Object.fromEntries(
      names.map((name) => [`project/.claude/skills/${name}/SKILL.md`, skill(name, "x".repeat(900))]),
    ),
    "long/.claude/skills/long/SKILL.md": skill("long", "x".repeat(3000)),
  });
  const home = path.join(base, "home");
  return { cwd: path.join(base, "project"), env: { HOME: home, USERPROFILE: home } };
}

it("says which descriptions the catalog cuts or leaves out", () => {
  const { cwd, env } = fullHome();
  const skills = skillsOf("claude-code", { cwd, env });
  // As the released client did with this set.
  expect(skills.filter(({ state }) => state === "loads").length).toBe(25);
  expect(skills.filter(({ state }) => state === "cut").length).toBe(55);
  expect(skills[0]).toEqual({
    name: "s-25",
    path: ".claude/skills/s-25/SKILL.md",
    state: "cut",
    reason: "the catalog has no room for its description",
    effects: [],
    help: "skills preview --client claude-code .claude/skills",
    fails: false,
  });
  const [long] = skillsOf("claude-code", { cwd: path.join(cwd, "../long"), env });
  expect(long).toMatchObject({
    state: "cut",
    reason: "the catalog shows 1,535 of the 3,000 characters of its description",
    shown: `${"x".repeat(1535)}…`,
    help: "skills preview --client claude-code .claude/skills/long",
    fails: false,
  });
});

it("prints a line for each client, with the commands that help and what is left out", async () => {
  const { code, stdout } = await run(["--client", "claude-code,pi", "both", "alpha"], brokenHome(), 80);
  expect(code).toBe(1);
  expect(stdout).toBe(`Claude Code   1 loads; misplaced (1): alpha; shadowed (1): both
pi            2 load

What helps:
  skills install --root .claude/skills .agents/skills/alpha
  skills diff ~/.claude/skills/both .claude/skills/both
not shown: versions, 6 directories, 4 paths, 2 notes (--verbose)
`);
});

it("installs the skills of a directory by its path, if all of them need it", async () => {
  const paths = ["a", "b", "c"].map((name) => [`.claude/skills/${name}/SKILL.md`, skillMd(name)]);
  const home = makeTree({});
  const cwd = makeTree(Object.fromEntries(paths));
  const shown = async (names: readonly string[]): Promise<string> =>
    (await runSkills(["doctor", "--home", home, "--client", "codex", ...names], { cwd })).stdout;
  expect(await shown([])).toContain("  skills install --root .agents/skills .claude/skills\n");
  expect(await shown(["a", "b"])).toContain(
    "  skills install --root .agents/skills .claude/skills/a .claude/skills/b\n",
  );
});

it("fits one skill on a screen, without versions, a line for each client", async () => {
  const { stdout } = await run(["alpha"], brokenHome(), 80);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(15);
  expect(lines).toContain("Claude Code    misplaced: it is in a directory that Claude Code does not read");
  expect(lines).toContain("Codex CLI      loads");
  expect(stdout).not.toMatch(/\d\.\d|\b[0-9a-f]{8}\b/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("names the versions where two of a client are shown", async () => {
  const { stdout } = await run(["--client", "pi@0.87.1,pi@0.74.2", "alpha"], brokenHome(), 80);
  expect(stdout).toContain(`pi 1.6.0    loads
pi 0.74.2   it is not known which directories it reads
`);
});

it("prints a page for each client", async () => {
  const { code, stdout } = await run(
    ["--verbose", "--client", "claude-code,pi", "both", "alpha"],
    brokenHome(),
    80,
  );
  expect(code).toBe(1);
  expect(stdout).toBe(`Claude Code 2.1.332: 1 skill loads, 2 do not
  reads .claude/skills and ~/.claude/skills
  misplaced (1)
    .agents/skills/alpha/SKILL.md
      it is in a directory that Claude Code does not read
      skills install --root .claude/skills .agents/skills/alpha
  shadowed (1)
    .claude/skills/both/SKILL.md
      another skill of this name takes precedence:
      ~/.claude/skills/both/SKILL.md
      skills diff ~/.claude/skills/both .claude/skills/both
  loads (1): both

pi 1.6.0: 2 skills load
  reads .agents/skills and ~/.agents/skills (2 more do not exist)
  skills of a project load only if the project is trusted
  files that .gitignore lists are not read
  loads (2): alpha and both
`);
});

it("says that the directories of a client are known from its source only", async () => {
  const { stdout } = await run(["-v", "--client", "cline/editor", "both"], brokenHome(), 80);
  expect(stdout.split("\n")[0]).toBe("Cline editor 21cb8d25: 1 skill loads (directories from its source)");
});

it("compares once several skills of which any may load", async () => {
  const { stdout } = await run(["-v", "--client", "opencode", "both"], brokenHome(), 80);
  expect(stdout).toBe(`opencode 1.18.33: 1 skill loads
  reads .agents/skills, .claude/skills, ~/.agents/skills and ~/.claude/skills (4
    more do not exist)
  OPENCODE_DISABLE_EXTERNAL_SKILLS turns off .agents/skills and .claude/skills
  ambiguous (3)
    .agents/skills/both/SKILL.md
    .claude/skills/both/SKILL.md
    ~/.claude/skills/both/SKILL.md
      only one of these skills of the same name loads; which one is unspecified
      skills diff .claude/skills/both .agents/skills/both
`);
});

it("prints no line over 80 columns, except paths and commands", async () => {
  const { stdout } = await run(["-v", "--client", "claude-code,pi"], brokenHome(), 80);
  const long = stdout.split("\n").filter((line) => line.length > 80);
  expect(long.filter((line) => !/^ {6}(?:skills|mv|mkdir|cp) /.test(line))).toEqual([]);
});

it("exits with 0 if every skill that was found loads", async () => {
  const base = makeTree({
    "home/x.txt": "",
    "project/.claude/skills/a/SKILL.md": skillMd("a"),
    "project/.agents/skills/a/SKILL.md": skillMd("a"),
  });
  const env = { HOME: path.join(base, "home"), USERPROFILE: path.join(base, "home") };
  const here = { cwd: path.join(base, "project"), env };
  expect((await run(["--client", "claude-code,pi"], here)).code).toBe(0);
  writeFileSync(path.join(here.cwd, ".agents/skills/a/SKILL.md"), "---\nname: a\n---\nBody\n");
  const { code, stdout } = await run(["--client", "pi", "--format", "json"], here);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).data.clients[0].skills[0]).toEqual({
    name: "a",
    path: ".agents/skills/a/SKILL.md",
    state: "not-loaded",
    reason: "description is missing",
    said: "description is required",
    help: "skills lint .agents/skills/a",
    fails: true,
  });
  expect((await run(["--client", "claude-code"], here)).code).toBe(0);
});

it.each([
  [["--client", "pi@0.74.2"], "it is not known which directories it reads"],
  [["--client", "claude-cod"], 'unknown client "claude-cod"; did you mean "claude-code"?'],
  [["--client", "claude-code", "boht"], 'no skill "boht" in a directory that these clients read'],
  [["--home", "empty", "--project", "empty"], "no directory that these clients read contains a skill"],
])("exits with 2 and the reason: %j", async (args, message) => {
  const { code, stdout, stderr } = await run(args, brokenHome());
  expect(code).toBe(2);
  expect(stdout + stderr).toContain(message);
});

it("reads another project and home, without the variables of this one", () => {
  const { cwd, env } = brokenHome();
  const home = makeTree({ "config/skills/moved/SKILL.md": skillMd("moved") });
  const moved = { ...env, CLAUDE_CONFIG_DIR: path.join(home, "config") };
  const paths = (options: Partial<DoctorOptions>) =>
    skillsOf("claude-code", { cwd: home, env: moved, ...options })
      .filter(({ state }) => state === "loads")
      .map(({ path: file }) => file);
  expect(paths({})).toEqual(["config/skills/moved/SKILL.md"]);
  expect(paths({ project: cwd, home: env["HOME"]! }).toSorted()).toEqual([
    expect.stringMatching(/^\.\.\/.*\/project\/\.claude\/skills\/\.draft\/SKILL\.md$/),
    expect.stringMatching(/^\.\.\/.*\/project\/\.claude\/skills\/again\/SKILL\.md$/),
    expect.stringMatching(/^\.\.\/.*\/project\/\.claude\/skills\/linked\/SKILL\.md$/),
    `${env["HOME"]}/.claude/skills/both/SKILL.md`,
    `${env["HOME"]}/.claude/skills/twice/SKILL.md`,
  ]);
});

it.skipIf(!canBeDenied)("names what it cannot read", async () => {
  const base = makeTree({
    "home/x.txt": "",
    "project/.claude/skills/a/SKILL.md": skillMd("a"),
    "project/.claude/skills/closed/SKILL.md": skillMd("closed"),
    "project/.claude/skills/secret/SKILL.md": skillMd("secret"),
  });
  chmodSync(base, 0o755);
  chmodSync(path.join(base, "project/.claude/skills/closed"), 0);
  chmodSync(path.join(base, "project/.claude/skills/secret/SKILL.md"), 0);
  const env = { HOME: path.join(base, "home"), USERPROFILE: path.join(base, "home") };
  const options = { cwd: path.join(base, "project"), env, clients: ["claude-code"] };
  const report = await unprivileged(() => doctor(options));
  expect(report.unread).toEqual([{ path: ".claude/skills/closed", reason: "permission denied" }]);
  expect(report.data!.clients[0]!.skills.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ["secret", "broken", "permission denied"],
    ["a", "loads", undefined],
  ]);
});

it("includes a client that is not common only if it has a directory of its own here", () => {
  const { cwd, env } = brokenHome();
  const ids = () => doctor({ cwd, env }).data!.clients.map(({ client }) => client);
  const before = ids();
  mkdirSync(path.join(env["HOME"]!, ".pi/agent/skills"), { recursive: true });
  expect([before.includes("claude-code"), before.includes("pi"), ids().includes("pi")]).toEqual([
    true,
    false,
    true,
  ]);
});

/** A client that reads SKILL.md as the name of the skill, in memory. */
function diagnoseIn(
  files: Readonly<Record<string, string>>,
  rules: Partial<RootRules> = {},
  load: ClientVersion["load"] = ({ bytes }) => ({ loads: true, name: new TextDecoder().decode(bytes) }),
) {
  const roots = Array.from(
    groupBy(Object.keys(files), (file) => file.slice(0, file.indexOf("/"))),
    ([root, names]) => ({
      root,
      label: root,
      level: 0,
      scope: "project" as const,
      documents: names.map((file) => ({ path: file.slice(root.length + 1), file, links: [] })),
    }),
  );
  return diagnose({
    id: "reader",
    title: "Reader",
    version: {
      version: "1.0.0",
      versions: "*",
      evidence: "read",
      sources: [],
      checked: "2026-11-23",
      load: load!,
    },
    rules: {
      evidence: "read",
      project: ["p", "q"],
      user: [],
      above: "cwd",
      depth: 1,
      insideSkills: false,
      hidden: false,
      rootItself: "ignored",
      linkedDirectories: true,
      linkedFiles: true,
      duplicates: [["p"], ["q"]],
      ...rules,
    },
    roots: roots.filter(({ root }) => root !== "other"),
    elsewhere: roots.filter(({ root }) => root === "other"),
    read: (file) => new TextEncoder().encode(files[file]),
    readBeside: () => undefined,
  }).map(({ state, path: file, reason }) => [state, file, reason]);
}

it("decides from data which of several skills of a name loads", () => {
  const files = { "p/a/SKILL.md": "x", "q/b/SKILL.md": "x", "q/c/SKILL.md": "y" };
  expect(diagnoseIn(files)).toEqual([
    ["shadowed", "q/b/SKILL.md", "an identical skill of this name takes precedence"],
    ["differs", "p/a/SKILL.md", undefined],
    ["differs", "q/c/SKILL.md", undefined],
  ]);
  expect(diagnoseIn(files, { duplicates: "all-kept" }).map(([state]) => state)).toEqual([
    "differs",
    "differs",
    "differs",
  ]);
  expect(diagnoseIn(files, { duplicates: "unspecified" }).slice(0, 2)).toEqual([
    ["unspecified", "p/a/SKILL.md", "only one of these identical skills loads; which one is unspecified"],
    ["unspecified", "q/b/SKILL.md", "only one of these identical skills loads; which one is unspecified"],
  ]);
});

it("misses skills elsewhere only if the client has none of the name", () => {
  const files = {
    "p/a/SKILL.md": "a",
    "other/b/SKILL.md": "a",
    "other/c/SKILL.md": "c",
    "other/d/d/SKILL.md": "c",
  };
  expect(diagnoseIn(files)).toEqual([
    ["misplaced", "other/c/SKILL.md", "it is in a directory that Reader does not read"],
    ["differs", "p/a/SKILL.md", undefined],
  ]);
});

it("separates what is not recorded and what the client refuses or hides", () => {
  const files = { "p/.h/SKILL.md": "h", "p/a/SKILL.md": "a", "p/a/b/SKILL.md": "b" };
  const states = (rules: Partial<RootRules>, load?: ClientVersion["load"]) =>
    diagnoseIn(files, rules, load).map(([state, file]) => `${state} ${file}`);
  expect(states({ hidden: "unknown", insideSkills: "unknown", depth: 2 })).toEqual([
    "differs p/a/SKILL.md",
    "unknown p/.h/SKILL.md",
    "unknown p/a/b/SKILL.md",
  ]);
  expect(states({}, () => ({ loads: false, reason: "no" }))).toEqual([
    "not-loaded p/a/SKILL.md",
    "misplaced p/.h/SKILL.md",
    "part-of-skill p/a/b/SKILL.md",
  ]);
  const described = Object.fromEntries(
    Object.keys(files).map((file) => [file, "---\ndescription: d\n---\n"]),
  );
  const hide: ClientVersion["load"] = ({ directory }) => ({
    loads: true,
    name: directory,
    description: "d",
    hidden: true,
  });
  expect(diagnoseIn(described, { hidden: true }, hide).map(([state, file]) => `${state} ${file}`)).toEqual([
    "hidden p/.h/SKILL.md",
    "hidden p/a/SKILL.md",
    "part-of-skill p/a/b/SKILL.md",
  ]);
});
