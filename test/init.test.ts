import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../src/generated/version.ts";
import { repository, schemaUrl } from "../src/model/address.ts";
import { readConfig } from "../src/api/settings/read-config.ts";
import { init, templateNames } from "../src/api/init.ts";
import { uploaders } from "../src/generated/uploaders.ts";
import { type Ran, type Surroundings, runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";
import { schemaOf } from "./support/schema.ts";

const description = "Fills PDF forms: boxes, text and dates. Use when a form is to be filled.";
const isReport = schemaOf("report");

/** Files name what the publisher has set; `test/publisher.test.ts` sets it. */
const schema = schemaUrl("config");
const lines = schema === undefined ? 2 : 3;
const owner =
  repository === undefined
    ? "In .github/workflows/skills.yml, replace OWNER with the account that publishes\nthe action.\n"
    : "";

/** Runs it without a terminal, or with typed input. */
function run(cwd: string, args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  return runSkills(args, { cwd, env: { HOME: "/nowhere" }, ...surroundings });
}

function start(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return run(cwd, ["init", ...args, "--description", description]);
}

const textOf = (cwd: string, file: string): string => readFileSync(path.join(cwd, file), "utf8");

describe("a new skill", () => {
  const names = ["a", "7", "42", "1e3", "no", "x9-1", "a".repeat(64), "2024-01-01"];

  it.each(templateNames.flatMap((template) => [[], ["--evals"]].map((extra) => [template, extra] as const)))(
    "of the template %s with %j has nothing against it by any rule, target, uploader or agent",
    async (template, extra) => {
      const cwd = makeTree({});
      const ran = await start(
        cwd,
        "pdf-forms",
        "--template",
        template,
        ...extra,
        "--config",
        "--workflow",
        "--license",
        "Apache-2.0",
      );
      expect([ran.code, ran.stderr]).toEqual([0, ""]);
      const linted = JSON.parse(
        (
          await run(cwd, [
            "lint",
            "--security",
            "--syntax",
            "--target",
            "spec,skills-ref,claude-api",
            "--format",
            "json",
          ])
        ).stdout,
      );
      expect(linted).toMatchObject({
        outcome: 0,
        subjects: [
          {
            verdicts: { spec: "accepts", "skills-ref": "accepts", "claude-api": "accepts" },
            findings: [{ ruleId: "starter-body" }],
            partial: [],
          },
        ],
      });
      for (const { id } of uploaders)
        expect([
          id,
          await run(cwd, ["pack", "skills/pdf-forms", "--list", "--quiet", "--target", id]),
        ]).toMatchObject([id, { code: 0, stderr: "" }]);
      const tested = JSON.parse((await run(cwd, ["test", "--format", "json"])).stdout);
      expect(tested).toMatchObject({ outcome: 0, data: { counts: { failed: 0, couldNotMeasure: 0 } } });
      expect(tested.data.evals !== undefined).toBe(template === "evals" || extra.length > 0);
      expect(
        tested.data.tests.filter(({ kind }: { readonly kind: string }) => kind === "scenario"),
      ).toHaveLength(template === "scenario" ? 1 : 0);
    },
  );

  it.each(names)("may be called %s", async (name) => {
    const cwd = makeTree({});
    expect((await start(cwd, name, "--template", "scripts", "--evals")).code).toBe(0);
    const linted = JSON.parse(
      (await run(cwd, ["lint", "--security", "--target", "spec,skills-ref,claude-api", "--format", "json"]))
        .stdout,
    );
    expect(linted.subjects[0]).toMatchObject({
      name,
      path: `skills/${name}`,
      findings: [{ ruleId: "starter-body" }],
    });
    expect((await run(cwd, ["test", "--quiet"])).code).toBe(0);
  });

  it("has its files at the printed paths, with their modes, and suggests the next command", async () => {
    const cwd = makeTree({});
    const { stdout } = await start(cwd, "pdf-forms", "--template", "scripts", "--config", "--workflow");
    const files = [
      "skills/pdf-forms/SKILL.md",
      "skills/pdf-forms/scripts/measure_files.py",
      "skills.config.yaml",
      ".github/workflows/skills.yml",
    ];
    expect(stdout).toBe(
      `created skills/pdf-forms\n${files.map((file) => `  ${file}\n`).join("")}\n${owner}Claude Code, Codex CLI, Copilot CLI and 5 more do not look for skills in skills;\nto install a copy for Claude Code:\n  skills install skills/pdf-forms --client claude-code\nEdit SKILL.md: replace the placeholder steps with what the agent should do.\nThen: skills check skills/pdf-forms\n`,
    );
    expect(
      Object.entries(pictureOf(cwd)).flatMap(([file, what]) =>
        what.startsWith("directory") ? [] : [[file, what.slice(0, 3)]],
      ),
    ).toEqual([
      [".github/workflows/skills.yml", "644"],
      ["skills.config.yaml", "644"],
      ["skills/pdf-forms/SKILL.md", "644"],
      ["skills/pdf-forms/scripts/measure_files.py", "755"],
    ]);
  });

  it("is left out where there are skills and only files of the project are asked for", async () => {
    const cwd = makeTree({ "skills/a/SKILL.md": skillMd("a") });
    const dry = await run(cwd, ["init", "--config", "--dry-run"]);
    expect([dry.code, existsSync(path.join(cwd, "skills.config.yaml"))]).toEqual([1, false]);
    expect(dry.stdout).toContain("+++ b/skills.config.yaml\n");
    expect(await run(cwd, ["init", "--config", "--workflow"])).toEqual({
      code: 0,
      stdout: `created 2 files\n  skills.config.yaml\n  .github/workflows/skills.yml\n\n${owner}Then: skills check .\n`,
      stderr: "",
    });
    expect(Object.keys(pictureOf(path.join(cwd, "skills"))).sort()).toEqual(["a", "a/SKILL.md"]);
    expect((await run(cwd, ["init", "--workflow"])).stderr).toContain("already exists");
    const { stdout } = await run(cwd, ["init", "--config", "--format", "json", "--dry-run"], {
      cwd: makeTree({ "skills/a/SKILL.md": "" }),
    });
    expect([isReport(JSON.parse(stdout)), isReport.errors]).toEqual([true, null]);
    const empty = await run(makeTree({}), ["init", "--config", "--workflow"]);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("the skill's name is missing")]);
  });

  it("has a script that runs", async () => {
    needs("python3");
    const cwd = makeTree({});
    await start(cwd, "pdf-forms", "--template", "scripts", "--config");
    const script = path.join(cwd, "skills/pdf-forms/scripts/measure_files.py");
    expect(spawnSync(script, ["skills.config.yaml"], { cwd, encoding: "utf8" }).stdout).toMatch(
      new RegExp(`^\\{"path": "skills\\.config\\.yaml", "bytes": \\d+, "lines": ${lines + 4}\\}\\n$`),
    );
  });

  it("comes with a valid config, and a workflow with read permission only", async () => {
    const cwd = makeTree({});
    await start(cwd, "pdf-forms", "--config", "--workflow");
    expect(readConfig({ cwd })).toMatchObject({
      files: ["skills.config.yaml"],
      targets: { value: ["spec"], from: `preset recommended, by skills.config.yaml:${lines}:10` },
    });
    expect(textOf(cwd, "skills.config.yaml")).toMatch(
      schema === undefined ? /^# To print the settings / : `# yaml-language-server: $schema=${schema}\n`,
    );
    expect(parse(textOf(cwd, ".github/workflows/skills.yml"))).toMatchObject({
      permissions: { contents: "read" },
      jobs: {
        skills: {
          steps: [
            { with: { "persist-credentials": false } },
            { uses: expect.stringMatching(new RegExp(`^[\\w-]+/skillwright@v${version.split(".", 1)[0]}$`)) },
          ],
        },
      },
    });
  });

  it.each([
    `He said "yes": it's # 1`,
    "- [x] & *y !z | %",
    "C:\\dir \\n",
    "表を結合する。CSVを扱うときに使う。",
    "ünï — dash, when: then",
    "yes",
    "2024-01-01",
  ])("keeps the description %j as it is", async (written) => {
    const cwd = makeTree({});
    await run(cwd, ["init", "pdf-forms", "--description", written]);
    const [, frontmatter = ""] = textOf(cwd, "skills/pdf-forms/SKILL.md").split("---\n");
    expect(parse(frontmatter)).toEqual({ name: "pdf-forms", description: written });
    expect((await run(cwd, ["validate", "--target", "spec,skills-ref,claude-api"])).code).toBe(0);
  });

  it("prints the findings about the description, and is created nevertheless", async () => {
    const cwd = makeTree({});
    const { code, stdout } = await run(cwd, ["init", "pdf-forms", "--description", "Helps."]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        "\nwarning: description is too vague for an agent to choose this skill; say what it\ndoes and when to use it [description-vague]\n",
      ),
    ]);
  });
});

describe("refused before anything is written", () => {
  const refused = async (
    files: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<string> => {
    const cwd = makeTree(files);
    const before = pictureOf(cwd);
    const { code, stdout, stderr } = await run(cwd, ["init", ...args]);
    expect([code, stdout, pictureOf(cwd)]).toEqual([2, "", before]);
    return stderr;
  };

  it.each([
    [
      "My Skill",
      'skills: name "My Skill" has upper-case letters and contains " "; use only a-z, 0-9 and single hyphens\nfor example: skills init my-skill\n',
    ],
    [
      "PdfForms",
      'skills: name "PdfForms" has upper-case letters; use lower case\nfor example: skills init pdf-forms\n',
    ],
    [
      "café",
      'skills: name "café" contains "é", which the specification may not allow; use only a-z and 0-9\nfor example: skills init cafe\n',
    ],
    [
      "claude-notes",
      'skills: name "claude-notes" contains "claude", which Anthropic reserves; rename the skill\nfor example: skills init notes\n',
    ],
    [
      "a/../b",
      'skills: name "a/../b" contains "/" and "."; use only a-z, 0-9 and single hyphens\nfor example: skills init a-b\n',
    ],
    ["con", 'skills: name "con" has the segment "con", which is a device name on Windows\n'],
    [
      "a\nb",
      'skills: name "a\\nb" contains "\\n"; use only a-z, 0-9 and single hyphens\nfor example: skills init a-b\n',
    ],
    ["", "skills: the name is empty; use lower-case words joined by hyphens\n"],
  ])("is the name %j", async (name, said) => {
    expect(await refused({}, "--description", description, "--", name)).toBe(
      said.replace(/(for example: .*)/, `$1 --description '${description}'`),
    );
  });

  it.each([
    ["a\nb", "description contains a line break; write it on one line"],
    [" ", "description is empty; write what the skill does and when to use it"],
    ["over > 10", 'description contains ">"; use words instead'],
    ["x".repeat(1025), "description has 1,025 characters, over the limit of 1,024"],
    ["\x1b[31m", 'control character "\\x1b" (escape); remove it'],
  ])("is the description %j", async (written, said) => {
    expect(await refused({}, "pdf-forms", "--description", written)).toContain(`skills: ${said}`);
  });

  it("is every existing file, with all of them named", async () => {
    const files = { "skills/pdf-forms/notes.md": "mine", ".github/workflows/skills.yml": "mine" };
    expect(await refused(files, "pdf-forms", "--description", description, "--workflow")).toBe(
      'skills: "skills/pdf-forms" already exists\nskills: ".github/workflows/skills.yml" already exists\nnothing was written\n',
    );
    expect(
      await refused({ "skills.config.json": "{}" }, "pdf-forms", "--description", description, "--config"),
    ).toBe(
      'skills: "skills.config.json" already exists and applies here\nnothing was written; leave out --config\n',
    );
  });

  it("is a directory inside another skill, where clients do not look", async () => {
    expect(
      await refused(
        { "skills/docx/SKILL.md": skillMd("docx") },
        "pdf-forms",
        "--description",
        description,
        "--in",
        "skills/docx",
      ),
    ).toBe(
      'skills: "skills/docx/pdf-forms" is inside the skill "docx", where clients do not look for skills\nchoose a directory outside it with --in\n',
    );
  });

  it.each([
    ["package.json", 'skills: "package.json" is a file, not a directory\n'],
    ["package.json/x", 'skills: cannot write "package.json/x": a file exists where a directory is needed\n'],
  ])("is a file as its directory: %s", async (place, said) => {
    expect(
      await refused({ "package.json": "{}" }, "pdf-forms", "--description", description, "--in", place),
    ).toBe(said);
    expect(
      await refused(
        { "package.json": "{}" },
        "pdf-forms",
        "--description",
        description,
        "--in",
        place,
        "--dry-run",
      ),
    ).toBe(said);
  });

  it.skipIf(process.platform !== "linux")("is a directory that cannot be written", async () => {
    expect(await refused({}, "pdf-forms", "--description", description, "--in", "/proc/not-there")).toMatch(
      /^skills: cannot write ".*proc\/not-there": a directory cannot be created there\n$/,
    );
  });

  it("is a path, or a name without a description, with a command to paste instead", async () => {
    expect(await refused({}, "skills/foo", "--description", "Does it.", "--evals")).toContain(
      "\nfor example: skills init foo --in skills --description 'Does it.' --evals\n",
    );
    expect(await refused({}, "EAS_Insights")).toContain(
      "\nfor example: skills init eas-insights --description 'Fills PDF forms. Use when a form is to be filled.'\n",
    );
  });

  it("is a missing value without a terminal to ask for it", async () => {
    expect(await refused({})).toContain(
      "skills: the skill's name is missing\nfor example: skills init pdf-forms --description",
    );
    expect(await refused({}, "pdf-forms")).toContain(
      "skills: the description is missing; clients choose a skill by it\nfor example: skills init pdf-forms --description",
    );
    expect((await run(makeTree({}), ["init", "pdf-forms", "--yes"], { typed: ["x"] })).code).toBe(2);
  });
});

describe("the directory of a new skill", () => {
  it.each([
    [{ ".claude/skills/a/SKILL.md": "", "skills/x.md": "" }, ".", ".claude/skills/pdf-forms"],
    [
      { ".git/HEAD": "", ".agents/skills/a/SKILL.md": "", "docs/x.md": "" },
      "docs",
      "../.agents/skills/pdf-forms",
    ],
    [{ "docx/SKILL.md": skillMd("docx") }, ".", "pdf-forms"],
    [{ ".git/HEAD": "", "skills/docx/SKILL.md": "" }, "skills", "pdf-forms"],
    [{ "docs/x.md": "" }, "docs", "skills/pdf-forms"],
  ])("is that of the project's skills: %j from %s", async (files, below, expected) => {
    const cwd = path.join(makeTree(files), below);
    expect((await start(cwd, "pdf-forms")).stdout).toContain(`created ${expected}\n`);
    expect(existsSync(path.join(cwd, expected, "SKILL.md"))).toBe(true);
  });

  it("is set by --in, but never through a symlink out of the project", async () => {
    const cwd = makeTree({ ".git/HEAD": "", ".claude/x": "" });
    const outside = makeTree({});
    symlinkSync(outside, path.join(cwd, ".claude/skills"));
    expect(await start(cwd, "pdf-forms")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('".claude/skills" is a symlink to '),
    });
    expect((await start(cwd, "pdf-forms", "--in", ".claude/skills")).code).toBe(0);
    expect(existsSync(path.join(outside, "pdf-forms/SKILL.md"))).toBe(true);
  });

  it.skipIf(!canBeDenied)(
    "is unchanged after a failed write, without any created parent directory",
    async () => {
      const cwd = makeTree({ ".git/HEAD": "", ".github/x": "" });
      chmodSync(cwd, 0o777);
      chmodSync(path.join(cwd, ".github"), 0o555);
      const before = pictureOf(cwd);
      await expect(
        unprivileged(() =>
          init({ name: "pdf-forms", description, in: "deep/down/skills", config: true, workflow: true, cwd }),
        ),
      ).rejects.toMatchObject({
        code: "unwritable",
        message: 'cannot write ".github/workflows": permission denied',
      });
      expect(pictureOf(cwd)).toEqual(before);
    },
  );

  it("is not created in a dry run, which prints a patch", async () => {
    const cwd = makeTree({});
    const { code, stdout } = await start(cwd, "pdf-forms", "--template", "scripts", "--dry-run");
    expect([code, pictureOf(cwd)]).toEqual([1, {}]);
    expect(spawnSync("git", ["apply"], { cwd, input: stdout, encoding: "utf8" }).stderr).toBe("");
    expect(pictureOf(cwd)["skills/pdf-forms/scripts/measure_files.py"]).toMatch(/^755 #!/);
  });

  it("is reported in the common envelope", async () => {
    const { stdout } = await start(makeTree({}), "pdf-forms", "--config", "--format", "json");
    const report = JSON.parse(stdout);
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(report).toMatchObject({
      command: "init",
      outcome: 0,
      subjects: [{ path: "skills/pdf-forms", name: "pdf-forms" }],
      data: { path: "skills/pdf-forms", files: ["skills/pdf-forms/SKILL.md", "skills.config.yaml"] },
    });
  });
});

describe("at a terminal", () => {
  it("asks for missing values, and again after an empty answer", async () => {
    const cwd = makeTree({});
    const { code, stderr } = await run(cwd, ["init"], {
      typed: ["My Skill", "", "", description, "script", "scripts", "maybe", "y", "", "n", "tools"],
    });
    expect(code).toBe(0);
    expect(
      stderr.match(/Name|What it does|Template|evals\.json|skills\.config|workflows|Directory to create/g),
    ).toHaveLength(11);
    expect(stderr).toMatch(
      /^Name \(lower-case words joined by hyphens, such as pdf-forms\) \[[a-z0-9-]+\]:   name "My Skill" has upper-case letters and contains " "; use only a-z, 0-9 and single hyphens\n/,
    );
    expect(stderr).toContain(
      "\nName (lower-case words joined by hyphens, such as pdf-forms) [my-skill]: What it does and when to use it (one line):   description is empty",
    );
    expect(Object.keys(pictureOf(cwd)).filter((file) => /\.\w+$/.test(file))).toEqual([
      "tools/my-skill/SKILL.md",
      "tools/my-skill/evals/evals.json",
      "tools/my-skill/scripts/measure_files.py",
    ]);
  });

  it("proposes the name of the working directory, unless it is one for several skills", async () => {
    const cwd = makeTree({ "PDF forms/notes.txt": "", "skills/notes.txt": "" });
    const proposed = async (directory: string, typed: readonly string[]) =>
      (await run(`${cwd}/${directory}`, ["init", "-d", description], { typed })).stderr.split("\n")[0];
    expect(await proposed("PDF forms", [])).toMatch(/ \[pdf-forms\]: $/);
    expect(await proposed("skills", [])).toMatch(/such as pdf-forms\): $/);
    await proposed("PDF forms", ["", "", "", "", "", ""]);
    expect(Object.keys(pictureOf(`${cwd}/PDF forms`))).toContain("skills/pdf-forms/SKILL.md");
  });

  it("asks nothing if name and description are given, and writes nothing if the input ends", async () => {
    const cwd = makeTree({});
    expect(await run(cwd, ["init", "pdf-forms"], { typed: [description] })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /\[minimal\]: \nskills: the input ended before all questions were answered; nothing was written\n$/,
      ),
    });
    expect(pictureOf(cwd)).toEqual({});
    expect((await run(cwd, ["init", "pdf-forms", "--description", description], { typed: [] })).stderr).toBe(
      "",
    );
  });

  it.skipIf(process.platform !== "linux")(
    "takes what is typed into a real one, and Ctrl-D for the end",
    () => {
      needs("script");
      const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
      const type = (cwd: string, input: string) =>
        spawnSync("script", ["-qec", `'${process.execPath}' '${binary}' init`, "/dev/null"], {
          cwd,
          input,
          encoding: "utf8",
          env: { PATH: process.env["PATH"], TERM: "xterm" },
        });
      const cwd = makeTree({});
      const long = `${"Fills forms of every kind, in any language. ".repeat(20)}Use for forms.`;
      const typed = type(cwd, `my-skill\n${long}\n\n\n\n\n\n`);
      expect([typed.status, typed.stdout]).toEqual([0, expect.stringContaining("created ")]);
      expect(textOf(cwd, "skills/my-skill/SKILL.md")).toContain(`description: "${long}"\n`);
      const other = makeTree({});
      expect(type(other, "my-skill\n\x04").status).toBe(2);
      expect(pictureOf(other)).toEqual({});
    },
  );
});

describe("the clients of a project", () => {
  const config = (cwd: string): string => textOf(cwd, "skills.config.yaml");

  it("are written to the config, with what they mean beside targets", async () => {
    const cwd = makeTree({ "skills/a/SKILL.md": skillMd("a") });
    const { code } = await run(cwd, ["init", "--config", "--client", "claude-code,codex >=0.160"]);
    expect([code, readConfig({ cwd })?.clients?.value]).toEqual([0, ["claude-code", "codex >=0.160"]]);
    expect(config(cwd)).toContain(
      '# Who must accept the skills: a refusal is an error.\n# targets: [spec]\n# Where the skills must load: a loss is a warning.\nclients: [claude-code, "codex >=0.160"]\n',
    );
  });

  it("are asked for once at a terminal, and never without one", async () => {
    const files = { "skills/a/SKILL.md": skillMd("a") };
    const typed = makeTree(files);
    const { code, stderr } = await run(typed, ["init", "--config"], { typed: ["claude", "codex"] });
    expect([code, stderr.match(/Clients that must load/g)?.length]).toEqual([0, 2]);
    expect(readConfig({ cwd: typed })?.clients?.value).toEqual(["codex"]);
    for (const [args, surroundings] of [
      [["--config"], {}],
      [["--config", "--yes"], { typed: [] }],
      [["--config"], { typed: [""] }],
    ] as const) {
      const cwd = makeTree(files);
      expect((await run(cwd, ["init", ...args], surroundings)).code).toBe(0);
      expect(config(cwd)).toContain("\n# clients: [common]\n");
    }
  });

  it("are refused before anything is written if unknown, or if no config is", async () => {
    for (const [args, message] of [
      [["--config", "--client", "claud-code"], 'unknown client "claud-code"; did you mean "claude-code"?'],
      [["--workflow", "--client", "codex"], "--client is written to the config; add --config"],
    ] as const) {
      const cwd = makeTree({ "skills/a/SKILL.md": skillMd("a") });
      const before = pictureOf(cwd);
      expect(await run(cwd, ["init", ...args])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message),
      });
      expect(pictureOf(cwd)).toEqual(before);
    }
  });

  const both = { ".agents/skills/a/SKILL.md": "", ".claude/skills/b/SKILL.md": "" };

  it.each([
    [both, ["--client", "claude-code"], ".claude/skills", []],
    [both, ["--client", "codex"], ".agents/skills", []],
    [{ ...both, "skills.config.yaml": "clients: [claude-code]\n" }, [], ".claude/skills", []],
    [
      both,
      ["--client", "claude-code,codex"],
      ".claude/skills",
      ["Codex CLI does not look", "--client codex"],
    ],
    [{}, ["--client", "claude-code"], "skills", ["Claude Code does not look", "--client claude-code"]],
    [both, ["--client", "codex", "--in", ".claude/skills"], ".claude/skills", ["Codex CLI does not look"]],
  ])("find a new skill: %j %j in %s", async (files, args, place, missing) => {
    const cwd = makeTree({ ".git/HEAD": "", ...files });
    const { code, stdout } = await start(cwd, "pdf-forms", ...args);
    expect([code, existsSync(path.join(cwd, place, "pdf-forms/SKILL.md"))]).toEqual([0, true]);
    expect(stdout.includes("not look for skills")).toBe(missing.length > 0);
    for (const each of missing) expect(stdout.replaceAll("\n", " ")).toContain(each);
  });

  it("get it by the printed command where they do not look", async () => {
    const cwd = makeTree({ ".git/HEAD": "" });
    const { stdout } = await start(cwd, "pdf-forms", "--client", "claude-code");
    const [, command = ""] = /^ {2}skills (install .*)$/m.exec(stdout) ?? [];
    expect((await run(cwd, command.split(" "))).code).toBe(0);
    expect(existsSync(path.join(cwd, ".claude/skills/pdf-forms/SKILL.md"))).toBe(true);
  });
});

describe("the files for continuous integration of a repository that has skills", () => {
  const bad =
    "---\nname: Not It\ndescription: Does it. Use it when it is to be done.\n---\n\nSee [a](a.md).\n";

  /** A git repository with sound and broken skills in several directories. */
  function makeRepository(files: Readonly<Record<string, string>> = {}): string {
    const cwd = makeTree({
      "README.md": "# Skills\n",
      "skills/maps/SKILL.md": skillMd("maps"),
      "skills/broken/SKILL.md": bad,
      "packages/a/skills/other/SKILL.md": bad,
      ".claude/skills/notes/SKILL.md": skillMd("notes", "See [b](b.md).\n"),
      ".gitignore": ".claude\n",
      ...files,
    });
    needs("git");
    for (const args of [
      ["init", "-q"],
      ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "Start"],
    ])
      expect(spawnSync("git", args, { cwd }).status).toBe(0);
    return cwd;
  }

  const changed = (cwd: string): readonly string[] =>
    spawnSync("git", ["status", "--porcelain", "--untracked-files=all"], { cwd, encoding: "utf8" })
      .stdout.trimEnd()
      .split("\n");

  it.each([".", "packages/a"])("let only new findings count, created in %s", async (from) => {
    const cwd = makeRepository();
    const here = path.join(cwd, from);
    expect((await run(cwd, ["check"])).code).toBe(1);
    const { code, stdout, stderr } = await run(here, ["init", "--config", "--ci"]);
    expect([code, stderr]).toEqual([0, ""]);
    const up = from === "." ? "" : "../../";
    const files = ["skills.config.yaml", "skills.baseline.json", ".github/workflows/skills.yml"];
    expect(stdout).toContain(`created 3 files\n${files.map((file) => `  ${up}${file}\n`).join("")}\n`);
    const [, known] = /^(\d+) findings in the baseline; only new ones count\.$/m.exec(stdout) ?? [];
    expect(stdout).toMatch(/\nThen: skills check \.\n$/);
    expect(changed(cwd)).toEqual(files.toSorted().map((file) => `?? ${file}`));

    const { summary } = JSON.parse((await run(cwd, ["check", "--format", "json"])).stdout);
    expect(summary).toMatchObject({ errors: 0, warnings: 0, infos: 0, baselined: Number(known) });
    expect([(await run(cwd, ["check"])).code, (await run(here, ["check"])).code]).toEqual([0, 0]);

    const broken = path.join(cwd, "skills/new/SKILL.md");
    mkdirSync(path.dirname(broken));
    writeFileSync(broken, bad);
    const after = await run(cwd, ["check"]);
    expect([after.code, after.stdout]).toEqual([1, expect.stringContaining("skills/new")]);
  });

  it("are created all or not at all, and replace none", async () => {
    for (const file of ["skills.config.json", "skills.baseline.json", ".github/workflows/skills.yml"]) {
      const cwd = makeRepository({ [file]: file.endsWith("json") ? "{}" : "name: ours\n" });
      const { code, stderr } = await run(cwd, ["init", "--ci"]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`"${file}" already exists`)]);
      expect(changed(cwd)).toEqual([""]);
    }
  });

  it("are shown by a dry run, which creates none", async () => {
    const cwd = makeRepository();
    const { code, stdout } = await run(cwd, ["init", "--ci", "--dry-run"]);
    expect([code, changed(cwd)]).toEqual([1, [""]]);
    for (const file of ["skills.config.yaml", "skills.baseline.json", ".github/workflows/skills.yml"])
      expect(stdout).toContain(`+++ b/${file}\n`);
  });

  it("have no baseline without findings", async () => {
    const cwd = makeTree({ "skills/maps/SKILL.md": skillMd("maps", "Draw it.\n") });
    const { stdout } = await run(cwd, ["init", "--ci"]);
    expect(stdout).toContain("created 2 files\n  skills.config.yaml\n  .github/workflows/skills.yml\n");
    expect([textOf(cwd, "skills.config.yaml").includes("baseline"), stdout.includes("baseline")]).toEqual([
      false,
      false,
    ]);
  });

  it("are a job to add by hand where GitLab is used", async () => {
    const cwd = makeRepository({ ".gitlab-ci.yml": "build:\n  script: make\n" });
    const { stdout } = await run(cwd, ["init", "--ci"]);
    const [, job] = /\nAdd to \.gitlab-ci\.yml:\n\n([^]*?)\n\n/.exec(stdout) ?? [];
    expect(parse(job ?? "")).toEqual({
      skills: {
        image: "node:24",
        variables: { GIT_DEPTH: 0 },
        script: [
          "npx --yes skillwright@0 check --settings-from origin/$CI_DEFAULT_BRANCH --output gitlab=code-quality.json",
        ],
        artifacts: { when: "always", reports: { codequality: "code-quality.json" } },
      },
    });
    expect(changed(cwd)).toEqual(["?? skills.baseline.json", "?? skills.config.yaml"]);
  });

  it("need skills that can be read, and are not for a new skill", async () => {
    expect(await run(makeTree({}), ["init", "--ci"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no skill found"),
    });
    for (const args of [
      ["pdf-forms", "--ci"],
      ["--ci", "--template", "evals"],
    ])
      expect(await run(makeRepository(), ["init", ...args])).toMatchObject({
        code: 2,
        stderr: "skills: --ci creates no skill; leave out its name and options\n",
      });
    const cwd = makeRepository();
    symlinkSync("/", path.join(cwd, ".claude/skills/outside"));
    expect((await run(cwd, ["check"])).code).toBe(2);
    const { code, stderr } = await run(cwd, ["init", "--ci"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("not all skills can be read")]);
    expect(changed(cwd)).toEqual([""]);
  });
});
