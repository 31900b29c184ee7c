import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { outlinePrograms } from "../src/cli/completions/outline.ts";
import { programs } from "../src/generated/completions.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

type Shell = "bash" | "fish" | "zsh";

const scripts: Record<string, string> = {};

beforeAll(async () => {
  for (const shell of ["bash", "fish", "zsh"])
    scripts[shell] = (await runSkills(["completions", shell])).stdout;
});

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

/** A PATH with the program that the scripts ask. */
function pathWithProgram(): string {
  const directory = path.join(makeTree({}), "bin");
  mkdirSync(directory);
  symlinkSync(binary, path.join(directory, "skillwright"));
  return `${directory}:${process.env["PATH"]}`;
}

/** A name that runs a command if it is expanded. */
const hostile = "$(touch pwned)";

/** A project with an installed skill, and with directories whose names are commands of a shell. */
function makeProject(): string {
  return makeTree({
    "my-skill/SKILL.md": skillMd("my-skill"),
    [`${hostile}/SKILL.md`]: "",
    "a b;touch pwned/SKILL.md": "",
    ".agents/skills/pdf-forms/SKILL.md": skillMd("pdf-forms"),
    [`.agents/skills/p${hostile}/SKILL.md`]: "",
    ".agents/skills/p`touch pwned`/SKILL.md": "",
  });
}

const keys = fileURLToPath(new URL("support/type-in-shell.py", import.meta.url));

/**
 * The completed command lines of an interactive shell; each typed line ends in a tab. Control-T records and clears a
 * line, Control-D ends the shell.
 */
function complete(
  shell: "bash" | "zsh",
  typed: readonly string[],
  cwd: string,
  files: Readonly<Record<string, string>> = {},
  searched: string = pathWithProgram(),
): readonly string[] {
  const home = makeTree({ script: scripts[shell] ?? "", ".zshrc": zshrc, bashrc, ...files });
  const command =
    shell === "bash" ? ["bash", "--noprofile", "--rcfile", path.join(home, "bashrc"), "-i"] : ["zsh", "-i"];
  spawnSync("python3", [keys, `${typed.map((line) => `${line}\t\x14`).join("")}\x04`, ...command], {
    cwd,
    env: { PATH: searched, HOME: home, ZDOTDIR: home },
    timeout: 120_000,
  });
  return readFileSync(path.join(home, "lines"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
}

const bashrc = `. ~/script
PS1=READY
note() { printf '%s\\n' "$READLINE_LINE" >> ~/lines; READLINE_LINE= READLINE_POINT=0; }
bind -x '"\\C-t": note'
`;

const zshrc = `autoload -Uz compinit && compinit -D -u
source ~/script
zle-line-init() { print READY }
zle -N zle-line-init
note() { print -r -- "$BUFFER" >> ~/lines; BUFFER= }
zle -N note
bindkey '^T' note
`;

/** What fish would offer for a line. */
function offered(line: string, cwd: string): readonly string[] {
  const home = makeTree({ script: scripts["fish"] ?? "" });
  const text = execFileSync("fish", ["--no-config", "-c", 'source ~/script; complete -C "$argv"', line], {
    cwd,
    env: { PATH: pathWithProgram(), HOME: home },
    encoding: "utf8",
  });
  return text
    .split("\n")
    .filter((each) => each !== "")
    .map((each) => each.replace(/\t.*/, ""))
    .sort();
}

/** What is typed, and its completion without a trailing space. */
const lines: readonly (readonly [string, string])[] = [
  ["skills vali", "skills validate"],
  ["skillwright vali", "skillwright validate"],
  ["skills-ref vali", "skills-ref validate"],
  ["skills-ref validate --st", "skills-ref validate --strict"],
  ["skills help uninst", "skills help uninstall"],
  ["skills lint --unsa", "skills lint --unsafe-fixes"],
  ["skills lint --format gith", "skills lint --format github"],
  ["skills lint --format=gith", "skills lint --format=github"],
  ["skills lint -f gith", "skills lint -f github"],
  ["skills lint --format nothing", "skills lint --format nothing"],
  ["skills test --system agio,harn", "skills test --system agio,harness9"],
  ["skills compat --client qwen", "skills compat --client qwen-code"],
  ["skills check --target=spec,clawh", "skills check --target=spec,clawhub"],
  ["skills lint --fix-rule starter", "skills lint --fix-rule starter-body"],
  ["skills lint --rule body-len", "skills lint --rule body-length="],
  ["skills lint --rule body-length=of", "skills lint --rule body-length=off"],
  ["skills explain archive-name-seg", "skills explain archive-name-segment"],
  ["skills completions f", "skills completions fish"],
  ["skills uninstall p", "skills uninstall pdf-forms"],
  ["skills lint my", "skills lint my-skill/"],
  ["skills lint my-skill/S", "skills lint my-skill/SKILL.md"],
  ["skills lint --quiet my", "skills lint --quiet my-skill/"],
  ["skills list --root my", "skills list --root my-skill/"],
  ["skills list --root=my", "skills list --root=my-skill/"],
  ["skills lint \\$", "skills lint \\$\\(touch\\ pwned\\)/"],
  ["skills lint a", "skills lint a\\ b\\;touch\\ pwned/"],
];

it.each(["bash", "zsh"] as const)(
  "completes commands, options and paths in %s, and executes no part of a name",
  (shell) => {
    needs("python3", shell);
    const cwd = makeProject();
    const completed = complete(
      shell,
      lines.map(([line]) => line),
      cwd,
    );
    expect(completed).toEqual(lines.map(([, expected]) => expected));
    expect(readdirSync(cwd)).not.toContain("pwned");
  },
);

it("is also loaded by zsh from a directory of functions", () => {
  needs("python3", "zsh");
  const files = {
    ".zshrc": zshrc
      .replace("autoload", "fpath=(~/functions $fpath)\nautoload")
      .replace("source ~/script\n", ""),
    "functions/_skills": scripts["zsh"] ?? "",
  };
  expect(
    complete("zsh", ["skills vali", "skillwright lint my", "skills-ref to"], makeProject(), files),
  ).toEqual(["skills validate", "skillwright lint my-skill/", "skills-ref to-prompt"]);
});

describe("in fish", () => {
  beforeEach(() => needs("fish"));

  it("offers commands and options with descriptions, and option values", () => {
    const cwd = makeProject();
    expect(offered("skills ", cwd)).toEqual([...commands.map(({ name }) => name), "help"].sort());
    expect(offered("skillwright vali", cwd)).toEqual(["validate"]);
    expect(offered("skills lint --unsa", cwd)).toEqual(["--unsafe-fixes"]);
    expect(offered("skills lint --format ", cwd)).toEqual([
      "blob",
      "compact",
      "github",
      "gitlab",
      "html",
      "json",
      "junit",
      "markdown",
      "ndjson",
      "sarif",
      "text",
    ]);
    expect(offered("skills lint -f j", cwd)).toEqual(["json", "junit"]);
    expect(offered("skills test --system agio,harn", cwd)).toEqual(["agio,harness9"]);
    expect(offered("skills lint --rule body-length=o", cwd)).toEqual(["body-length=off"]);
    expect(offered("skills explain archive-name-seg", cwd)).toEqual(["archive-name-segment"]);
    expect(offered("skills-ref validate --s", cwd)).toEqual(["--strict"]);
  });

  it("offers files, directories and installed skills, and executes no part of a name", () => {
    const cwd = makeProject();
    expect(offered("skills lint m", cwd)).toEqual(["my-skill/"]);
    expect(offered("skills lint my-skill/", cwd)).toEqual(["my-skill/SKILL.md"]);
    expect(offered("skills list --root my-skill/", cwd)).toEqual([]);
    expect(offered("skills list --root m", cwd)).toEqual(["my-skill/"]);
    expect(offered("skills uninstall ", cwd)).toEqual(["pdf-forms"]);
    expect(offered("skills lint ", cwd)).toContain(`${hostile}/`);
    expect(readdirSync(cwd)).not.toContain("pwned");
  });
});

it.each<Shell>(["bash", "fish", "zsh"])(
  "prints a script that %s accepts, and that prints nothing",
  (shell) => {
    needs(shell);
    const home = makeTree({ script: scripts[shell] ?? "" });
    const check = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(shell, args, {
        cwd: home,
        env: { PATH: process.env["PATH"], HOME: home },
        encoding: "utf8",
      });
      return [status, stdout, stderr];
    };
    expect(check("-n", "script")).toEqual([0, "", ""]);
    const quietly =
      shell === "zsh"
        ? "autoload -Uz compinit && compinit -D -u; source ./script"
        : "set -u; source ./script";
    expect(check("-c", shell === "fish" ? "source ./script" : quietly)).toEqual([0, "", ""]);
  },
);

it.each(["bash", "zsh"] as const)("completes files in %s if another program has the name", (shell) => {
  needs("python3", shell);
  const other = makeTree({});
  symlinkSync("/bin/true", path.join(other, "skillwright"));
  expect(
    complete(shell, ["skills lint my", "skills vali"], makeProject(), {}, `${other}:${process.env["PATH"]}`),
  ).toEqual(["skills lint my-skill/", "skills vali"]);
});

it("completes from the definitions of all commands", async () => {
  expect(await outlinePrograms()).toEqual(programs);
});

it("loads no command to complete its options", () => {
  const script = `process.argv.splice(1, 0, "skills"); require(${JSON.stringify(binary)});
    process.on("exit", () => console.log(Object.keys(require.cache).join("\\n")));`;
  const { stdout } = spawnSync(
    process.execPath,
    ["-e", script, "__complete", "--", "skills", "check", "--unsa"],
    { encoding: "utf8" },
  );
  expect(stdout).toMatch(/^--unsafe-fixes\tapply unsafe fixes too\n:none\n.*skills\.cjs\n/);
  // A chunk that commands share can have the name of a command.
  const loaded = stdout
    .split("\n")
    .filter((file) =>
      commands.some(
        ({ name }) =>
          file.includes(`chunk-${name}-`) && readFileSync(file, "utf8").includes(`skills ${name}`),
      ),
    );
  expect(loaded).toEqual([]);
});

/** The offered words, without descriptions, and what the shell adds. */
async function ask(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runSkills(["__complete", "--", ...words], { cwd: makeProject() });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/\t.*/, ""));
}

it.each<[readonly string[], readonly string[]]>([
  [[], [":files"]],
  [["vi", "a"], [":files"]],
  [["skills", "nothing", ""], [":files"]],
  [
    ["./node_modules/.bin/skills", "comp"],
    ["compat", "completions", ":none"],
  ],
  [
    ["skills", "-"],
    ["-V", "--version", "-h", "--help", ":none"],
  ],
  [
    ["skills", "lint", "-f"],
    ["-f", ":none"],
  ],
  [
    ["skills", "lint", "-fgith"],
    ["-fgithub", ":none"],
  ],
  [
    ["skills", "lint", "--format", "j"],
    ["json", "junit", ":none"],
  ],
  [
    ["skills", "lint", "--format=j"],
    ["--format=json", "--format=junit", ":none"],
  ],
  [["skills", "lint", "--changed", ""], [":files"]],
  [
    ["skills", "lint", "--changed", "--unsa"],
    ["--unsafe-fixes", ":none"],
  ],
  [["skills", "lint", "--unsafe-fixes", ""], [":files"]],
  [["skills", "lint", "--", "--unsa"], [":files"]],
  [
    ["skills", "check", "--target", "claude-c,claude-c"],
    ["claude-c,claude-code", ":none"],
  ],
  [["skills", "check", "--target", "claude-code,claude-c"], [":none"]],
  [
    ["skills", "lint", "--rule=body-length=of"],
    ["--rule=body-length=off", ":none"],
  ],
  [
    ["skills", "lint", "--rule", "body-len"],
    ["body-length=", ":nospace"],
  ],
  [["skills", "run", "Fill it"], [":none"]],
  [
    ["skills", "test", "--sys"],
    ["--system", ":none"],
  ],
  [
    ["skills", "uninstall", ""],
    ["pdf-forms", ":none"],
  ],
])("offers after %j the words %j", async (typed, expected) => {
  expect(await ask(...typed)).toEqual(expected);
});
