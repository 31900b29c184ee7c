import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { helpAsTyped } from "../src/cli/program-name.ts";
import { commandNames } from "../src/report/drawing/as-typed.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

interface Start {
  readonly startedAs: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Each way to start the program, and the command that starts it again where its output is read. */
const ways: Readonly<Record<string, { readonly command: string; readonly start: Start }>> = {
  "a link named skillwright": {
    command: "skillwright",
    start: { startedAs: "/usr/local/bin/skillwright" },
  },
  "a link named skills": { command: "skills", start: { startedAs: "/usr/local/bin/skills" } },
  npx: {
    command: "npx skillwright",
    start: {
      startedAs: "/usr/local/bin/skillwright",
      env: { npm_command: "exec", npm_lifecycle_event: "npx" },
    },
  },
  "a script of package.json": {
    command: "npx skillwright",
    start: {
      startedAs: "/project/node_modules/.bin/skillwright",
      env: { npm_command: "run-script", npm_lifecycle_event: "lint" },
    },
  },
  "pre-commit": {
    command: "npx skillwright",
    start: {
      startedAs: "/home/u/.cache/pre-commit/repo1/node_env-20/bin/skillwright",
      env: { PRE_COMMIT: "1" },
    },
  },
  "a program of npm on Windows": {
    command: "npx skillwright",
    start: { startedAs: String.raw`C:\project\node_modules\skillwright\dist\bin\skills.cjs` },
  },
};

const helps = commands.flatMap(({ name }) => [
  [name, "--help"],
  [name, "-h"],
]);

/** Outputs that name commands. */
const outputs: readonly (readonly string[])[] = [
  ["--help"],
  ...helps,
  ["instal"],
  ["add"],
  ["tools"],
  ["hash"],
  ["--vers"],
  ["--fix", "lint"],
  ["lint", "--nonsense"],
  ["check", "--target", "unknown-target"],
  ["check", "nowhere"],
  ["check", "tools"],
  ["check", "tools/broken"],
  ["lint", "tools", "--format", "compact"],
  ["validate", "tools", "--format", "markdown"],
  ["lint", "tools", "--format", "sarif"],
  ["lint", "tools", "--format", "junit"],
  ["lint", "tools", "--format", "gitlab"],
  ["lint", "tools", "--format", "github"],
  ["validate", "tools", "--target", "agio"],
  ["explain"],
  ["explain", "archive-multiple-skills"],
  ["explain", "starter-body"],
  ["explain", "a", "b"],
  ["init"],
  ["uninstall", "maps"],
  ["list", "--root", "nowhere"],
  ["doctor", "maps"],
  ["doctor", "--client", "claude-code", "--project", "tools"],
  ["compat", "tools"],
  ["compat", "--client", "nobody", "tools"],
  ["preview", "--client", "", "tools"],
  ["inspect", "tools/maps"],
  ["inspect", "broken.zip"],
  ["verify", "broken.zip"],
  ["verify", "tools/maps"],
  ["diff", "tools/maps", "tools/other"],
  ["digest", "tools/maps"],
  ["pack", "--list", "tools/broken"],
  ["test", "--print-settings", "agio"],
  ["run", "hello", "--system", "agio"],
  ["lint", "--rule", "no-such=error", "tools"],
  ["install", "tools/broken"],
  ["rename", "tools/maps", "Not A Name"],
  ["lint", "--write-baseline", "baseline.json", "tools"],
];

const aCommand = new RegExp(
  String.raw`(?<![\w./-])(?:npx )?(?:skills|skillwright)(?: |(?<=[\x60"]\w+)\n *)(?=(?:--help|\[COMMAND\]|help|${commands.map(({ name }) => name).join("|")})(?![\w-]))`,
  "g",
);

function makeProject(): string {
  return makeTree({
    "tools/maps/SKILL.md": skillMd("maps", "See [a](a.md).\n"),
    "tools/maps/scripts/a.sh": "curl x.example\n",
    "tools/maps/.DS_Store": "",
    "tools/other/SKILL.md": skillMd(
      "other",
      "1. Replace this step with the first thing the agent should do.\n",
    ),
    "tools/broken/SKILL.md": "---\nname: Not It\n---\n",
    "broken.zip": "not an archive",
  });
}

for (const [way, { command, start }] of Object.entries(ways))
  it(`names commands as it was started: ${way}`, async () => {
    const cwd = makeProject();
    let [named, prefixed] = [0, 0];
    for (const args of outputs) {
      const { stdout, stderr } = await runSkills(args, { cwd, ...start });
      const text = `${stdout}\n${stderr}`.replace(/^## skillwright [a-z]+$| name="skillwright [a-z]+"/gm, "");
      const found = text.match(aCommand) ?? [];
      expect([args, found.map((each) => each.trim())]).toEqual([args, found.map(() => command)]);
      if (found.length > 0) named++;
      const prefixes = stderr.match(/^(?:skills|skillwright)(?=: )/gm) ?? [];
      const name = command.replace("npx ", "");
      expect([args, prefixes]).toEqual([args, prefixes.map(() => name)]);
      if (prefixes.length > 0) prefixed++;
    }
    expect(named).toBeGreaterThan(60);
    expect(prefixed).toBeGreaterThan(15);
  });

it("gives the program its version under the name that was typed", async () => {
  const versionAs = async (startedAs?: string): Promise<string> =>
    (await runSkills(["--version"], startedAs === undefined ? {} : { startedAs })).stdout;
  expect(await versionAs("/bin/skillwright")).toMatch(
    /^skillwright [\d.]+ \(a toolchain for Agent Skills\)\n$/,
  );
  for (const startedAs of [undefined, "/bin/skills", binary])
    expect(await versionAs(startedAs)).toMatch(/^skills [\d.]+ \(skillwright, .*\n$/);
});

it("leaves what a user wrote as it is", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "Run `skills check` and see [it](skills check.md).\n") });
  const start = { cwd, startedAs: "/bin/skillwright" };
  expect((await runSkills(["inspect", "skills check x"], start)).stderr).toContain('"skills check x"');
  expect((await runSkills(["preview", "--client", "claude-code", "a"], start)).stdout).toContain(
    "Run `skills check` and",
  );
});

it("keeps every line of a help within 80 columns, whatever its name", async () => {
  for (const args of [["--help"], ...helps]) {
    const { stdout } = await runSkills(args, ways["npx"]!.start);
    const [prose] = stdout.split("\nExamples:\n");
    const long = prose!.split("\n").filter((line) => line.length > 80 && !line.startsWith("Usage: "));
    expect([args, long]).toEqual([args, []]);
  }
});

it("wraps a paragraph of a help again where the name is longer", () => {
  const help = (text: string) => helpAsTyped(text, { env: { PRE_COMMIT: "1" } });
  const words = "word ".repeat(12);
  expect(help(`Note:\n  ${words}run skills check\n  and go on. It\n  ends.\n  Next.`)).toBe(
    `Note:\n  ${words}run npx\n  skillwright check and go on. It\n  ends.\n  Next.`,
  );
  expect(help(`  2. ${words}run skills check\n     and go on.`)).toBe(
    `  2. ${words}run npx\n     skillwright check and go on.`,
  );
  const command = `  skills lint ${"x".repeat(30)}`;
  expect(help(`Examples:\n${command}          ${words.slice(0, 24)}`)).toBe(
    `Examples:\n  npx ${command.trim().replace("skills", "skillwright")}   ${words.slice(0, 24)}`,
  );
  expect(help(`  skills lint  ${words.slice(0, 55)}of\n               all.`)).toBe(
    `  npx skillwright lint  ${words.slice(0, 54)}\n                        of all.`,
  );
});

it("knows every command of the program", () => {
  expect(commandNames.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

it("knows how npm, npx, a shell and pre-commit start it", () => {
  const cwd = makeTree({ "package.json": '{"scripts":{"lint":"skillwright instal"}}', "bin/.keep": "" });
  mkdirSync(path.join(cwd, "node_modules/.bin"), { recursive: true });
  for (const link of ["node_modules/.bin/skillwright", "bin/skillwright", "bin/skills"])
    symlinkSync(binary, path.join(cwd, link));
  writeFileSync(path.join(cwd, ".npmrc"), "update-notifier=false\n");
  const hintOf = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { stderr } = spawnSync(program, args, {
      cwd,
      env: { PATH: process.env["PATH"], HOME: cwd, ...env },
      encoding: "utf8",
    });
    return /^.* --help(?= lists the commands)/m.exec(stderr)?.[0];
  };
  expect({
    skillwright: hintOf("bin/skillwright", ["instal"]),
    skills: hintOf("bin/skills", ["instal"]),
    npx: hintOf("npx", ["--no", "skillwright", "instal"]),
    script: hintOf("npm", ["run", "--silent", "lint"]),
    link: hintOf("node_modules/.bin/skillwright", ["instal"]),
    preCommit: hintOf("bin/skillwright", ["instal"], { PRE_COMMIT: "1" }),
  }).toEqual({
    skillwright: "skillwright --help",
    skills: "skills --help",
    npx: "npx skillwright --help",
    script: "npx skillwright --help",
    link: "npx skillwright --help",
    preCommit: "npx skillwright --help",
  });
});
