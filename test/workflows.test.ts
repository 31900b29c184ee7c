import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { action } from "../src/model/address.ts";
import { runSkills } from "./support/io.ts";
import { checkOut, commit, git, makeRepository, openPull } from "./support/repository.ts";
import { pullPayload, removeBundle, runStep } from "./support/runner.ts";
import { makeTree, skillMd } from "./support/tree.ts";

removeBundle();

const root = new URL("../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");

interface Step {
  readonly name?: string;
  readonly uses: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The steps of a workflow that run our action, with their inputs. */
function ownSteps(workflow: string): readonly Step[] {
  const { jobs } = parse(workflow) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  };
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses.startsWith(action.replace(/\d+$/, ""))),
  );
}

const major = `v${(JSON.parse(read("package.json")) as { readonly version: string }).version.split(".")[0]}`;
const examples = readdirSync(new URL("examples/workflows/", root)).map(
  (file) => `examples/workflows/${file}`,
);

/**
 * The repository for every example: skills of several teams, one of them already broken, and one that a pull request
 * breaks.
 */
async function makeProject(): Promise<{
  readonly workspace: string;
  readonly payload: unknown;
  readonly sha: string;
}> {
  const project = makeRepository({
    "skills/notes/SKILL.md": skillMd("notes", "[x](gone.md)\n"),
    "plugins/writer/skills/draft/SKILL.md": skillMd("draft"),
    "tools/agents/skills/query/SKILL.md": skillMd("query"),
  });
  await runSkills(["lint", "--write-baseline", "skills.baseline.json"], { cwd: project });
  const base = commit(project);
  git(project, "switch", "-q", "-c", "topic");
  const broken = {
    "skills/forms": "forms",
    "plugins/writer/skills/edit": "edit",
    "tools/agents/skills/report": "report",
  };
  commit(
    project,
    Object.fromEntries(
      Object.entries(broken).map(([folder, name]) => [
        `${folder}/SKILL.md`,
        skillMd(name, "[y](missing.md)\n").replace(`name: ${name}`, "name: Other"),
      ]),
    ),
  );
  git(project, "switch", "-q", "main");
  const pull = openPull(project, base);
  return {
    workspace: checkOut(project, "refs/pull/1/merge", 2),
    payload: pullPayload(pull),
    sha: pull.merge,
  };
}

describe.each(readdirSync(new URL(".github/workflows/", root)))(".github/workflows/%s", (name) => {
  const file = `.github/workflows/${name}`;

  it("is a valid workflow that may write only what it must", async () => {
    const { context, value } = parseWorkflow(
      { name: file, content: read(file) },
      new NoOperationTraceWriter(),
    );
    expect(context.errors.getErrors()).toEqual([]);
    const { errors } = await convertWorkflowTemplate(context, value!);
    expect(errors).toBeUndefined();
    const { permissions } = parse(read(file)) as { readonly permissions: unknown };
    expect(permissions).toEqual({ contents: "read" });
  });

  it("runs only scripts that are there", () => {
    const { scripts } = JSON.parse(read("package.json")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const text = read(file);
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(script);
    for (const [, program] of text.matchAll(/run: (?:node|sudo) ([\w./-]+)/g))
      expect(read(program!)).not.toBe("");
  });
});

it("tests every system and every version of Node that the package supports", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml")) as {
    readonly jobs: {
      readonly systems: { readonly strategy: { readonly matrix: Readonly<Record<string, unknown>> } };
    };
  };
  const { engines } = JSON.parse(read("package.json")) as { readonly engines: { readonly node: string } };
  const { os, node } = jobs.systems.strategy.matrix;
  expect(os).toEqual(["ubuntu-latest", "windows-latest", "macos-latest"]);
  expect(node).toEqual([20, 22, 24, 26]);
  expect(engines.node).toBe(">=20");
});

describe.each(examples)("%s", (file) => {
  it("is a valid workflow with minimal permissions and a step of our action", async () => {
    const { context, value } = parseWorkflow(
      { name: file, content: read(file) },
      new NoOperationTraceWriter(),
    );
    expect(context.errors.getErrors()).toEqual([]);
    const { jobs, errors } = await convertWorkflowTemplate(context, value!);
    expect([errors, jobs.length]).toEqual([undefined, 1]);
    const { permissions } = parse(read(file)) as { readonly permissions: Readonly<Record<string, string>> };
    expect(permissions).toEqual({
      contents: "read",
      ...(file.includes("code-scanning") && { "security-events": "write" }),
    });
    expect(ownSteps(read(file)).map(({ uses }) => uses.split("@")[1])).toEqual(
      ownSteps(read(file)).map(() => major),
    );
    expect(ownSteps(read(file)).length).toBeGreaterThan(0);
  });

  it("marks what a pull request breaks", async () => {
    const { workspace, payload, sha } = await makeProject();
    const marked = ownSteps(read(file)).map((step) => {
      const given = Object.fromEntries(
        Object.entries(step.with ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const { code, annotations, stderr } = runStep({
        workspace,
        event: "pull_request",
        payload,
        sha,
        with: given,
      });
      return {
        code,
        stderr,
        files: Array.from(
          new Set(
            annotations.flatMap(({ name, properties }) =>
              name === "error" ? (properties["file"] ?? []) : [],
            ),
          ),
        ).sort(),
      };
    });
    const all = [
      "plugins/writer/skills/edit/SKILL.md",
      "skills/forms/SKILL.md",
      "tools/agents/skills/report/SKILL.md",
    ];
    const expected: Readonly<Record<string, readonly (readonly string[])[]>> = {
      monorepo: [all.slice(0, 1), all.slice(2)],
      "pull-request": [all],
      "code-scanning": [all],
      adopt: [all],
    };
    expect(marked).toEqual(
      expected[path.basename(file, ".yml")]!.map((files) => ({ code: 1, stderr: "", files })),
    );
  });
});

it("shows the example workflow in docs/ci.md", () => {
  const blocks = Array.from(read("docs/ci.md").matchAll(/^```yaml\n(.*?)^```/gms), ([, block = ""]) => block);
  expect(parse(blocks[0]!)).toEqual(parse(read("examples/workflows/pull-request.yml")));
  for (const block of blocks) expect(parseAllDocuments(block).flatMap(({ errors }) => errors)).toEqual([]);
});

it("documents exactly the inputs and outputs of the action in docs/ci.md", () => {
  const { inputs, outputs } = parse(read("action.yml")) as Readonly<
    Record<"inputs" | "outputs", Readonly<Record<string, unknown>>>
  >;
  const rows = (heading: string): readonly string[] => {
    const [, table = ""] =
      new RegExp(`^\\| ${heading} \\|.*\\n\\|.*\\n((?:\\|.*\\n)+)`, "m").exec(read("docs/ci.md")) ?? [];
    return table
      .split("\n")
      .flatMap((row) => Array.from(row.split("|")[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, name]) => name!));
  };
  expect(rows("Input").toSorted()).toEqual(Object.keys(inputs).sort());
  expect(rows("Output").toSorted()).toEqual(Object.keys(outputs).sort());
});

describe("the hooks of pre-commit", () => {
  const hooks = parse(read(".pre-commit-hooks.yaml")) as readonly {
    readonly id: string;
    readonly entry: string;
    readonly language: string;
  }[];

  it("exist for each command that checks skills", () => {
    expect(hooks.map(({ id, entry, language }) => [id, entry, language])).toEqual(
      ["check", "lint", "validate"].map((command) => [
        `skills-${command}`,
        `skills ${command} --files`,
        "node",
      ]),
    );
  });

  it.each(hooks)("check the skills that contain the files of a commit: $id", async ({ entry }) => {
    const cwd = makeTree({
      "skills/a/SKILL.md": skillMd("a"),
      "skills/a/x.md": "x\n",
      "skills/b/SKILL.md": skillMd("Other"),
      "plugins/c/SKILL.md": skillMd("Other"),
      "README.md": "x\n",
    });
    const [, ...words] = entry.split(" ");
    const commitOf = async (...files: readonly string[]): Promise<number> =>
      (await runSkills([...words, ...files], { cwd })).code;
    expect([
      await commitOf("skills/a/x.md", "README.md"),
      await commitOf("README.md"),
      await commitOf("skills/a/gone.md", path.join(cwd, "skills/b/SKILL.md")),
      await commitOf("plugins/c/SKILL.md"),
    ]).toEqual([0, 0, 1, 1]);
  });
});

it("accepts only one source of files at a time", async () => {
  const { code, stderr } = await runSkills(["lint", "--files", "--changed", "HEAD"], {
    cwd: makeTree({ "a/SKILL.md": skillMd("a") }),
  });
  expect([code, stderr]).toEqual([2, "skills: --changed and --files cannot be combined; use only one\n"]);
});
