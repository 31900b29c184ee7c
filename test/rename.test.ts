import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { places } from "../src/install/place-names.ts";
import { newMark } from "../src/install/process-mark.ts";
import { writeProof } from "../src/install/proof.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { pictureOf } from "./support/picture.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const isReport = schemaOf("report");

function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(args, { cwd, env: { HOME: "/nowhere" } });
}

const textOf = (root: string, file: string): string => readFileSync(path.join(root, file), "utf8");

/** What becomes of one text in a project with the skill skills/pdf, which is renamed to forms. */
async function renamedText(
  file: string,
  text: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = makeTree({
    ".git/HEAD": "",
    "skills/pdf/SKILL.md": skillMd("pdf"),
    "skills/pdf/scripts/fill.py": "",
    "skills/docx/SKILL.md": skillMd("docx"),
    ...more,
    [file]: text,
  });
  expect(await run(root, "rename", "skills/pdf", "forms")).toMatchObject({ code: 0 });
  return textOf(root, file.replace("skills/pdf/", "skills/forms/"));
}

describe("a path to the skill", () => {
  it.each([
    [
      "README.md",
      "[a](skills/pdf) [b](skills/pdf/SKILL.md#x) `skills/pdf/scripts/fill.py`",
      "[a](skills/forms) [b](skills/forms/SKILL.md#x) `skills/forms/scripts/fill.py`",
    ],
    [
      "README.md",
      "see ./skills/pdf/ or (skills/pdf), skills/pdf.",
      "see ./skills/forms/ or (skills/forms), skills/forms.",
    ],
    [
      "docs/deep/a.md",
      "[a]: ../../skills/pdf/SKILL.md\nskills/pdf/gone.md",
      "[a]: ../../skills/forms/SKILL.md\nskills/forms/gone.md",
    ],
    [
      "skills/README.md",
      "- [PDF](pdf)\n- pdf/scripts/fill.py\n- pdf/\n",
      "- [PDF](forms)\n- forms/scripts/fill.py\n- forms/\n",
    ],
    [
      "skills/docx/SKILL.md",
      `${skillMd("docx")}See [it](../pdf/SKILL.md), \`../pdf/scripts/fill.py\` and pdf/scripts/fill.py.\n`,
      `${skillMd("docx")}See [it](../forms/SKILL.md), \`../forms/scripts/fill.py\` and forms/scripts/fill.py.\n`,
    ],
    [
      "skills/pdf/SKILL.md",
      `${skillMd("pdf")}~/.claude/skills/pdf/scripts/fill.py \${X}/pdf/scripts/fill.py /mnt/skills/user/pdf/SKILL.md\n`,
      `${skillMd("forms")}~/.claude/skills/forms/scripts/fill.py \${X}/forms/scripts/fill.py /mnt/skills/user/forms/SKILL.md\n`,
    ],
    ["install.sh", "cp -r skills/pdf ~/.claude/skills/pdf\n", "cp -r skills/forms ~/.claude/skills/forms\n"],
    [".claude-plugin/plugin.json", '{"skills":["./skills/pdf"]}', '{"skills":["./skills/forms"]}'],
    ["CODEOWNERS", "/skills/pdf/ @me\n", "/skills/forms/ @me\n"],
    ["skills.config.yaml", 'ignore: ["skills/pdf/**"]\n', 'ignore: ["skills/forms/**"]\n'],
    [".github/workflows/x.yml", "paths: [skills/pdf/**]\r\n", "paths: [skills/forms/**]\r\n"],
  ])("is updated in %s: %j", async (file, before, after) => {
    expect(await renamedText(file, before)).toBe(after);
  });

  it.each([
    [
      "README.md",
      "pdf, the pdf skill, `pdf`, /pdf, pdf/docx, a.pdf, pdf.md, my-pdf, pdf-2, PDF, /pdf, https://x.test/skills/pdf/a.md",
    ],
    ["README.md", "other/skills/pdf/SKILL.md ~/pdf/SKILL.md tests/pdf/a.txt"],
    ["skills/docx/SKILL.md", `${skillMd("docx")}See [it](pdf/notes.md) and [this](assets/pdf).\n`],
    [".gitignore", "pdf\n"],
    ["node_modules/x/README.md", "skills/pdf/SKILL.md"],
    ["skills.lock.json", '"skills/pdf"'],
  ])("is not found in %s: %j", async (file, text) => {
    const others = { "tests/pdf/a.txt": "", "skills/docx/pdf/notes.md": "", "skills/docx/assets/pdf/x": "" };
    expect(await renamedText(file, text, others)).toBe(text);
  });

  it("is not updated in files that git ignores, nor in files that are not UTF-8", async () => {
    expect(await renamedText("out/a.md", "skills/pdf/SKILL.md", { ".gitignore": "out/\n" })).toBe(
      "skills/pdf/SKILL.md",
    );
    expect(await renamedText("a.md", "\0skills/pdf/SKILL.md")).toBe("\0skills/pdf/SKILL.md");
    const root = makeTree({
      ".git/HEAD": "",
      "skills/pdf/SKILL.md": skillMd("pdf"),
      "a.md": Buffer.from("caf\xe9 skills/pdf/SKILL.md", "latin1"),
    });
    const { stderr } = await run(root, "rename", "pdf", "forms");
    expect([stderr, readFileSync(path.join(root, "a.md"), "latin1")]).toEqual([
      expect.stringContaining("  a.md:1:13  skills/pdf/SKILL.md\n"),
      "caf\xe9 skills/pdf/SKILL.md",
    ]);
  });
});

it("is not a typed command if the skill is in the project's directory", async () => {
  const root = makeTree({
    ".git/HEAD": "",
    "pdf/SKILL.md": skillMd("pdf"),
    "a.md": "/pdf, /pdf/SKILL.md and [it](/pdf)",
  });
  expect((await run(root, "rename", "pdf", "forms")).stderr).toContain("  a.md:1:2  /pdf, ");
  expect(textOf(root, "a.md")).toBe("/pdf, /forms/SKILL.md and [it](/forms)");
});

describe("the skill's name", () => {
  it("is changed in its evals, in a field or a sentence that is read as one", async () => {
    const evals = {
      skill_name: "pdf",
      evals: [
        {
          id: 1,
          prompt: "Fill in the pdf form.",
          assertions: ["The agent uses the pdf skill.", "There is a pdf."],
        },
      ],
    };
    const text = await renamedText("skills/pdf/evals/evals.json", JSON.stringify(evals));
    expect(JSON.parse(text)).toEqual({
      skill_name: "forms",
      evals: [
        {
          id: 1,
          prompt: "Fill in the pdf form.",
          assertions: ["The agent uses the forms skill.", "There is a pdf."],
        },
      ],
    });
  });

  const scenario = (name: string, directory: string): string =>
    `prompt: /${name} the pdf here\nskills: [${directory}]\nsteps: [{activate: ${name}}, {read: scripts/fill.py}, {finish: pdf}]\nexpect: {activated: [${name}], read: {includes: [${name}/scripts/fill.py]}}\n`;

  it("is changed only in scenarios that use the skill", async () => {
    expect(await renamedText("tests/a.scenario.yaml", scenario("pdf", "../skills/pdf"))).toBe(
      scenario("forms", "../skills/forms"),
    );
    expect(
      await renamedText("tests/a.scenario.yaml", scenario("pdf", "other/pdf"), {
        "tests/other/pdf/SKILL.md": skillMd("pdf"),
      }),
    ).toBe(scenario("pdf", "other/pdf"));
    const project = "project: ..\nprompt: x\nexpect: {activated: {never: [pdf]}}\n";
    expect(await renamedText("tests/a.scenario.yaml", project)).toBe(project.replace("[pdf]", "[forms]"));
  });

  it("is quoted if YAML would read the new name as a number", async () => {
    const root = makeTree({
      ".git/HEAD": "",
      "pdf/SKILL.md": skillMd("pdf"),
      "a.scenario.yaml": scenario("pdf", "pdf"),
    });
    expect((await run(root, "rename", "pdf", "42")).code).toBe(0);
    expect(textOf(root, "42/SKILL.md")).toContain('\nname: "42"\n');
    expect(textOf(root, "a.scenario.yaml")).toContain('activate: "42"}');
    expect((await run(root, "validate", "--target", "spec,skills-ref,claude-api")).code).toBe(0);
  });

  it("is found in the frontmatter in any YAML notation", async () => {
    expect(await renamedText("skills/pdf/SKILL.md", '---\nname: "p\\x64f"\ndescription: d\n---\n')).toBe(
      "---\nname: forms\ndescription: d\n---\n",
    );
  });

  it("becomes the same in directory and field, even if the old ones differed and had spaces", async () => {
    const root = makeTree({
      ".git/HEAD": "",
      "skills/My Skill/SKILL.md": `---\nname: "Other"\ndescription: d\n---\n`,
      "skills/My Skill/a b.md": "",
      "README.md": "[a](skills/My%20Skill/a%20b.md) [b](<skills/My Skill/SKILL.md>)\n",
    });
    expect((await run(root, "rename", "Other", "my-skill")).code).toBe(0);
    expect([textOf(root, "README.md"), textOf(root, "skills/my-skill/SKILL.md")]).toEqual([
      "[a](skills/my-skill/a%20b.md) [b](<skills/my-skill/SKILL.md>)\n",
      "---\nname: my-skill\ndescription: d\n---\n",
    ]);
  });
});

describe("skills rename", () => {
  const files = {
    ".git/HEAD": "",
    "skills/pdf/SKILL.md": skillMd("pdf", "# pdf\n\nRun [it](../pdf/scripts/fill.py).\n"),
    "skills/pdf/scripts/fill.py": "print(1)\n",
    "README.md": "The pdf skill is in [skills/pdf](skills/pdf/SKILL.md); words about pdf are not.\n",
  };
  const project = (): string => {
    const root = makeTree(files);
    mkdirSync(path.join(root, ".claude/skills"), { recursive: true });
    symlinkSync("../../skills/pdf", path.join(root, ".claude/skills/pdf"));
    symlinkSync("skills/pdf/SKILL.md", path.join(root, "pdf.md"));
    return root;
  };

  it("moves the directory, updates paths to it, and reports the remaining mentions", async () => {
    const root = project();
    expect(await run(root, "rename", "skills/pdf", "forms")).toEqual({
      code: 0,
      stdout:
        "renamed skills/pdf to skills/forms, 2 files\n  skills/forms/SKILL.md:2:7  pdf -> forms\n  skills/forms/SKILL.md:6:3  pdf -> forms\n  skills/forms/SKILL.md:8:13  ../pdf/scripts/fill.py -> ../forms/scripts/fill.py\n  README.md:1:29  skills/pdf -> skills/forms\n  README.md:1:41  skills/pdf/SKILL.md -> skills/forms/SKILL.md\n  pdf.md -> skills/forms/SKILL.md\n  .claude/skills/forms -> ../../skills/forms\nThen: skills check\n",
      stderr:
        "pdf also appears in 1 other location, which may refer to the skill:\n  README.md:1:5  The pdf skill is in [skills/pdf](skills/pdf/SKILL.md); words about pdf are not.\n",
    });
    expect([readlinkSync(path.join(root, ".claude/skills/forms")), textOf(root, "pdf.md")]).toEqual([
      "../../skills/forms",
      skillMd("forms", "# forms\n\nRun [it](../forms/scripts/fill.py).\n"),
    ]);
    expect(
      Object.keys(pictureOf(root)).filter(
        (name) => name.startsWith(".skills") || /(?:^|\/)pdf(?:\/|$)/.test(name),
      ),
    ).toEqual([]);
  });

  it("prints a patch with the same result in a dry run, which changes nothing", async () => {
    const [dry, done] = [project(), project()];
    const before = pictureOf(dry);
    const { code, stdout, stderr } = await run(dry, "rename", "--dry-run", "skills/pdf", "forms");
    expect([code, pictureOf(dry), stderr.split("\n")[0]]).toEqual([
      1,
      before,
      "skills: 7 files would change",
    ]);
    expect(spawnSync("git", ["apply", "-"], { cwd: dry, input: stdout, encoding: "utf8" }).stderr).toBe("");
    await run(done, "rename", "skills/pdf", "forms");
    expect(pictureOf(dry)).toEqual(pictureOf(done));
  });

  it("keeps references between files of the skill", async () => {
    const root = project();
    const edges = async (directory: string): Promise<unknown> =>
      JSON.parse((await run(root, "graph", directory, "--format", "json")).stdout).data.skills[0].edges;
    const before = await edges("skills/pdf");
    await run(root, "rename", "skills/pdf", "forms");
    expect(await edges("skills/forms")).toEqual(before);
  });

  it("prints paths relative to the working directory, and finds a skill by its name", async () => {
    const root = project();
    mkdirSync(path.join(root, "docs"));
    const { stdout } = await run(path.join(root, "docs"), "rename", "pdf", "forms");
    expect(stdout).toContain(
      "renamed ../skills/pdf to ../skills/forms, 2 files\n  ../skills/forms/SKILL.md:2:7",
    );
  });

  it("changes only the case of a name", async () => {
    const root = makeTree({ ".git/HEAD": "", "Foo/SKILL.md": skillMd("Foo"), "a.md": "[a](Foo/SKILL.md)" });
    expect((await run(root, "rename", "Foo", "foo")).code).toBe(0);
    expect([textOf(root, "a.md"), textOf(root, "foo/SKILL.md")]).toEqual([
      "[a](foo/SKILL.md)",
      skillMd("foo"),
    ]);
  });

  it("reports the same in the common envelope", async () => {
    for (const dry of [["--dry-run"], []]) {
      const report = JSON.parse(
        (await run(project(), "rename", ...dry, "skills/pdf", "forms", "--format", "json")).stdout,
      );
      expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
      expect(report).toMatchObject({
        command: "rename",
        outcome: dry.length,
        data: { renamed: { from: "skills/pdf", to: "skills/forms", files: 2, more: 0 } },
      });
      expect(typeof report.data.patch).toBe(dry.length > 0 ? "string" : "undefined");
    }
  });
});

it("changes probable mentions on request, and otherwise suggests it", async () => {
  const mentioning = {
    ".git/HEAD": "",
    "skills/pdf/SKILL.md": skillMd("pdf", "Type /pdf, or use `pdf` (not `pdf x`, a pdf, or x/pdf).\n"),
    "skills/pdf/agents/openai.yaml": "interface:\n  default_prompt: Use $pdf here.\n",
    "skills/docx/SKILL.md": skillMd("docx", "Then `pdf`.\n"),
    "skills.baseline.json": '{"findings": [{"file": "skills/pdf/SKILL.md", "message": "pdf"}]}',
  };
  const [plain, changed] = [makeTree(mentioning), makeTree(mentioning)];
  expect((await run(plain, "rename", "--dry-run", "pdf", "forms")).stderr).toContain(
    "\n--mentions also changes 3 of these\n",
  );
  const { stderr } = await run(plain, "rename", "pdf", "forms");
  expect(stderr).toContain(
    "\n--mentions would also have changed 3 of these; to use it, rename the skill back first\n",
  );
  expect(stderr).not.toContain("baseline");
  expect(textOf(plain, "skills.baseline.json")).toContain("skills/forms/SKILL.md");
  expect((await run(changed, "rename", "--mentions", "--dry-run", "pdf", "forms")).stdout).toContain(
    "+Then `forms`.\n",
  );
  await run(changed, "rename", "--mentions", "pdf", "forms");
  expect(textOf(changed, "skills/forms/SKILL.md")).toBe(
    skillMd("forms", "Type /forms, or use `forms` (not `pdf x`, a pdf, or x/pdf).\n"),
  );
  expect([
    textOf(changed, "skills/forms/agents/openai.yaml"),
    textOf(changed, "skills/docx/SKILL.md"),
  ]).toEqual(["interface:\n  default_prompt: Use $forms here.\n", skillMd("docx", "Then `forms`.\n")]);
});

it("does not report unrelated text", async () => {
  const root = makeTree({ ".git/HEAD": "", "skills/pdf/SKILL.md": skillMd("forms") });
  expect((await run(root, "rename", "skills/pdf", "forms")).stdout).toBe(
    "renamed skills/pdf to skills/forms, 1 file\nThen: skills check\n",
  );
});

describe("not renamed", () => {
  const files = {
    ".git/HEAD": "",
    "skills/pdf/SKILL.md": skillMd("pdf"),
    "skills/docx/SKILL.md": skillMd("docx"),
    "other/docx/SKILL.md": skillMd("docx"),
    "notes/a.md": "",
  };

  async function refused(
    more: Readonly<Record<string, string>>,
    below: string,
    ...args: readonly string[]
  ): Promise<string> {
    const root = makeTree({ ...files, ...more });
    symlinkSync("pdf", path.join(root, "skills/link"));
    const before = pictureOf(root);
    const { code, stdout, stderr } = await run(path.join(root, below), "rename", ...args);
    expect([code, stdout, pictureOf(root)]).toEqual([2, "", before]);
    return stderr;
  }

  it.each([
    [
      ".",
      ["pdf", "PDF Forms"],
      'name "PDF Forms" has upper-case letters and contains " "; use only a-z, 0-9 and single hyphens\nfor example: skills rename pdf pdf-forms\n',
    ],
    [
      ".",
      ["skills/pdf", "skills/full"],
      'name "skills/full" contains "/"; use only a-z, 0-9 and single hyphens\nfor example: skills rename skills/pdf full\n',
    ],
    [
      ".",
      ["skills/pdf", "PDF"],
      'name "PDF" has upper-case letters; use lower case\nfor example: skills rename skills/pdf pdf-2\n',
    ],
    [".", ["pdf", "docx"], '"skills/docx" already exists\n'],
    [
      ".",
      ["pdf", "pdf"],
      '"skills/pdf" already has that name\nto write the directory\'s name into SKILL.md, use skills lint --unsafe-fixes\n',
    ],
    [".", ["pfd", "forms"], '"pfd" is neither a path nor a skill in the project\ndid you mean "pdf"?\n'],
    [".", ["docx", "word"], '"other/docx" and "skills/docx" have that name; give the path of one\n'],
    [".", ["notes", "forms"], '"notes" has no readable SKILL.md\n'],
    [
      ".",
      ["skills/link", "forms"],
      '"skills/link" is a symlink; pass the skill\'s own directory\nit points to "skills/pdf"\n',
    ],
    [
      "skills/pdf",
      [".", "forms"],
      'the working directory is inside the skill "pdf"\nchange to the directory above the skill\n',
    ],
  ])("says why, in %s: %j", async (below, args, said) => {
    expect(await refused({}, below, ...args)).toBe(`skills: ${said}`);
  });

  it("is a skill whose name cannot be read", async () => {
    expect(await refused({ "skills/pdf/SKILL.md": "no fence" }, ".", "skills/pdf", "forms")).toBe(
      'skills: cannot read the name of "skills/pdf": its frontmatter is invalid\nrun skills validate for details\n',
    );
  });

  it("is a skill whose SKILL.md is not UTF-8", async () => {
    expect(
      await refused({ "skills/pdf/SKILL.md": "\ufeff---\nname: pdf\n\0---\n" }, ".", "skills/pdf", "forms"),
    ).toContain('"skills/pdf/SKILL.md" is not UTF-8, so its name cannot be changed\n');
    const root = makeTree({ "pdf/a.md": skillMd("pdf") });
    symlinkSync("a.md", path.join(root, "pdf/SKILL.md"));
    expect((await run(root, "rename", "pdf", "forms")).stderr).toBe(
      'skills: "pdf/SKILL.md" is a symlink; replace it with the file\n',
    );
  });

  it("is an installed skill, from skills install or vercel's installer", async () => {
    const root = makeTree({ "pdf/SKILL.md": skillMd("pdf") });
    await run(root, "install", "pdf");
    expect((await run(root, "rename", ".agents/skills/pdf", "forms")).stderr).toBe(
      'skills: ".agents/skills/pdf" is an installed skill; renaming it would break its lock entry\nrename it at its source and install it again\n',
    );
    const lock = JSON.stringify({
      version: 1,
      skills: { pdf: { source: "a/b", sourceType: "github", computedHash: "x" } },
    });
    expect(
      await refused(
        { ".claude/skills/pdf/SKILL.md": skillMd("pdf"), "skills-lock.json": lock },
        ".",
        ".claude/skills/pdf",
        "forms",
      ),
    ).toContain('".claude/skills/pdf" is an installed skill');
    expect((await run(makeTree({ ...files, "skills-lock.json": lock }), "rename", "pdf", "forms")).code).toBe(
      0,
    );
  });

  it("is a skill of another project that a symlink points to", async () => {
    const other = makeTree({
      ".git/HEAD": "",
      "skills/pdf/SKILL.md": skillMd("pdf"),
      "README.md": "skills/pdf\n",
    });
    const root = makeTree({ ".git/HEAD": "", "README.md": "" });
    symlinkSync(path.join(other, "skills"), path.join(root, "skills"));
    const before = pictureOf(other);
    expect((await run(root, "rename", "skills/pdf", "forms")).stderr).toContain(
      '"skills/pdf" is reached through a symlink that leaves the project, to "',
    );
    expect(pictureOf(other)).toEqual(before);
    expect((await run(root, "rename", path.join(other, "skills/pdf"), "forms")).code).toBe(0);
  });

  it("is a directory inside .git", async () => {
    const root = makeTree({ ".git/HEAD": "", ".git/hooks/pdf/SKILL.md": skillMd("pdf") });
    expect((await run(root, "rename", ".git/hooks/pdf", "forms")).stderr).toContain('is inside ".git"; pass');
  });

  it("is a symlink whose new name is taken", async () => {
    const root = makeTree({ ...files, "a/forms": "" });
    symlinkSync("../skills/pdf", path.join(root, "a/pdf"));
    expect((await run(root, "rename", "pdf", "forms")).stderr).toBe(
      'skills: cannot rename the symlink "a/pdf": "a/forms" already exists\n',
    );
    expect(lstatSync(path.join(root, "skills/pdf")).isDirectory()).toBe(true);
  });

  it("is anything through a journal with a symlink or a path out of the project", async () => {
    const outside = makeTree({ "a.md": "kept" });
    for (const [edit, said] of [
      ["out/a.md", "its path contains a symlink"],
      ["../a.md", "not a valid journal"],
    ] as const) {
      const journal = {
        version: 2,
        place: [],
        remove: [],
        lock: "keep",
        renaming: { from: "skills/pdf", to: "skills/forms", edits: [{ path: edit, after: "" }], links: [] },
      };
      const root = makeTree({
        ...files,
        [`${places.transaction}/journal.json`]: JSON.stringify(journal),
        [`${places.transaction}/new/0`]: "hostile",
        [`${places.transaction}/old/0`]: "kept",
      });
      symlinkSync(outside, path.join(root, "out"));
      writeFileSync(path.join(root, places.transaction, `owner-${newMark().replace(/^\d+/, "4194305")}`), "");
      const state = makeTree({});
      writeProof({ directory: root, label: ".", state }, Buffer.from(JSON.stringify(journal)));
      const env = { XDG_STATE_HOME: state, LOCALAPPDATA: state };
      expect(await runSkills(["rename", "pdf", "forms"], { cwd: root, env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(said),
      });
      expect([textOf(outside, "a.md"), textOf(root, "skills/pdf/SKILL.md")]).toEqual([
        "kept",
        skillMd("pdf"),
      ]);
    }
  });
});

it("works as the hint of skills install says", async () => {
  const root = makeTree({ "pdf/SKILL.md": skillMd("pdf") });
  const { stderr } = await run(root, "install", "pdf", "--name", "forms");
  const [, command = ""] = /to rename it: skills (.*)\n/.exec(stderr) ?? [];
  expect(command).toBe("rename pdf forms");
  expect((await run(root, ...command.split(" "))).code).toBe(0);
  expect((await run(root, "install", "forms", "--name", "forms")).code).toBe(0);
});
