import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { keepHeld, readRouting, routingFormat, routingSchema } from "../src/api/routing/routing-file.ts";
import { encodeUtf8 } from "../src/core/utf8.ts";
import type { Report } from "../src/model/report.ts";
import type { TestRoutingData } from "../src/model/reports/test-routing.ts";
import { readTree } from "../src/parse/format/read-tree.ts";
import { toValue } from "../src/parse/format/format.ts";
import { runSkillsIn } from "./support/io.ts";
import { makeRepository } from "./support/repository.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

function skill(name: string, description: string, more = ""): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\nDo it.\n`;
}

const pdf = "Fills in and merges PDF forms. Use when the user mentions a PDF.";
const docx = "Writes Word documents. Use when the user mentions a DOCX file or a letter.";

const skills = {
  "skills/pdf-forms/SKILL.md": skill("pdf-forms", pdf),
  "skills/docx/SKILL.md": skill("docx", docx),
};

const file = "routing.yaml";

const fillIn = "  - prompt: Fill in this PDF\n    skill: pdf-forms\n";

async function route(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly data: TestRoutingData }> {
  const { code, stdout, stderr } = await runSkillsIn(
    cwd,
    "test",
    "--routing",
    file,
    ...args,
    "--format",
    "json",
  );
  const report = JSON.parse(stdout) as Report<TestRoutingData>;
  expect(schemaOf("report")(report), stderr).toBe(true);
  return { code, data: report.data! };
}

function outcomes({ prompts }: TestRoutingData): readonly (readonly string[])[] {
  return prompts.map(({ verdicts }) => verdicts.map(({ client, outcome }) => `${client} ${outcome}`));
}

const only = ["--client", "codex"] as const;

describe("skills test --routing", () => {
  it("fails for a prompt that was held and no longer is, and for no other", async () => {
    const cwd = makeTree({
      ...skills,
      [file]: `prompts:\n${fillIn}  - prompt: Make the printer work\n    skill: docx\n`,
    });
    const first = await route(cwd, ...only);
    expect([first.code, outcomes(first.data)]).toEqual([2, [["codex new"], ["codex missed"]]]);
    const kept = await route(cwd, ...only, "--write");
    expect([kept.code, kept.data.written]).toEqual([0, 1]);
    const second = await route(cwd, ...only);
    expect([second.code, outcomes(second.data)]).toEqual([0, [["codex held"], ["codex missed"]]]);
    writeFileSync(
      path.join(cwd, "skills/docx/SKILL.md"),
      skill("docx", "Fills in a PDF. Fill in any PDF with it."),
    );
    const third = await route(cwd, ...only);
    expect([third.code, outcomes(third.data)]).toEqual([1, [["codex lost"], ["codex missed"]]]);
    expect(third.data.prompts[0]!.verdicts[0]).toMatchObject({
      cause: "words",
      ranked: [
        { name: "docx", place: 1, words: ["fill", "pdf"] },
        { name: "pdf-forms", place: 2, words: ["fill", "pdf"] },
      ],
    });
    const written = readFileSync(path.join(cwd, file), "utf8");
    expect((await route(cwd, ...only, "--write")).code).toBe(1);
    expect(readFileSync(path.join(cwd, file), "utf8")).toBe(written);
  });

  it("compares what each client shows: a cut description is not what its author wrote", async () => {
    const filler = "It prepares all things with care and order. ".repeat(30).trim();
    const cwd = makeTree({
      "skills/charts/SKILL.md": skill("charts", `${filler} Use for a histogram.`),
      "skills/other/SKILL.md": skill("other", "Bakes bread."),
      [file]: "prompts:\n  - prompt: Draw a histogram\n    skill: charts\n",
    });
    const { data } = await route(cwd, "--client", "codex,claude-code,gemini-cli");
    const [verdicts] = data.prompts.map((each) => each.verdicts);
    const byClient = Object.fromEntries(verdicts!.map(({ client, ...rest }) => [client, rest]));
    expect(byClient).toMatchObject({
      codex: { outcome: "missed", cause: "cut", holdsWhole: true, lostWords: ["histogram"] },
      "claude-code": { outcome: "new", cause: null, holdsWhole: true, lostWords: [] },
    });
    expect(data.clients.find(({ client }) => client === "codex")).toMatchObject({
      shown: { cut: 1, whole: 1 },
      holdWhole: 1,
    });
  });

  it("does not take a skill of which only the name is shown for one whose description was cut", async () => {
    const cwd = makeTree({
      "skills/charts/SKILL.md": skill("charts", "Use for a histogram."),
      [file]: "prompts:\n  - prompt: Draw a histogram\n    skill: charts\n",
    });
    const { data } = await route(cwd, "--client", "cline/cli");
    expect(data.prompts[0]!.verdicts).toMatchObject([{ outcome: "missed", cause: "name-only" }]);
  });

  it("says why a skill is not in a catalog", async () => {
    const cwd = makeTree({
      ...skills,
      "skills/secret/SKILL.md": skill("secret", "Deploys.", "disable-model-invocation: true\n"),
      "skills/broken/SKILL.md": "---\nname: broken\n---\n\nNo description.\n",
      [file]:
        "prompts:\n  - prompt: deploy it\n    skill: secret\n  - prompt: a broken thing\n    skill: broken\n",
    });
    const { data } = await route(cwd, "--client", "claude-code,codex");
    expect(data.prompts.map(({ verdicts }) => verdicts.map(({ client, cause }) => [client, cause]))).toEqual([
      [
        ["claude-code", "hidden"],
        ["codex", null],
      ],
      [
        ["claude-code", null],
        ["codex", "not-loaded"],
      ],
    ]);
    const { stdout } = await runSkillsIn(cwd, "test", "--routing", file, "--client", "codex");
    expect(stdout).toContain("missed in codex: the client does not load the skill: ");
  });

  it("takes a tie for a miss, and a prompt that must never reach a skill for held until it does", async () => {
    const cwd = makeTree({
      "one/SKILL.md": skill("one", "Sends invoices to customers."),
      "two/SKILL.md": skill("two", "Sends invoices to customers."),
      [file]:
        "prompts:\n  - prompt: send invoices\n    skill: one\n  - prompt: send invoices\n    never: two\n  - prompt: play chess\n    never: [one, two]\n",
    });
    expect(outcomes((await route(cwd, ...only)).data)).toEqual([
      ["codex missed"],
      ["codex missed"],
      ["codex new"],
    ]);
  });

  it("asks the clients of the command line, of a prompt, of the file, of the config, or the common ones", async () => {
    const own = `${fillIn}    clients: gemini-cli\n`;
    const cwd = makeTree({ ...skills, [file]: `prompts:\n${fillIn}${own}` });
    const clientsOf = async (...args: readonly string[]) =>
      (await route(cwd, ...args)).data.prompts.map(({ verdicts }) => verdicts.map(({ client }) => client));
    expect((await clientsOf())[0]!.length).toBeGreaterThan(4);
    expect((await clientsOf())[1]).toEqual(["gemini-cli"]);
    writeFileSync(path.join(cwd, "skills.config.yaml"), "clients: [codex]\n");
    expect(await clientsOf()).toEqual([["codex"], ["gemini-cli"]]);
    writeFileSync(path.join(cwd, file), `clients: opencode\nprompts:\n${fillIn}${own}`);
    expect(await clientsOf()).toEqual([["opencode"], ["gemini-cli"]]);
    expect(await clientsOf("--client", "gemini-cli,codex@0.169.0")).toEqual([
      ["codex@0.169.0", "gemini-cli"],
      ["gemini-cli"],
    ]);
  });

  it("counts what is recorded for clients that are not asked, and is no success with nothing else", async () => {
    const cwd = makeTree({ ...skills, [file]: `prompts:\n${fillIn}    held: [opencode]\n` });
    const { code, data } = await route(cwd, ...only);
    expect([code, data.notAsked, outcomes(data)]).toEqual([2, 1, [["codex new"]]]);
    expect((await route(cwd, "--client", "opencode")).code).toBe(0);
  });

  it("fails with code 2 for an empty file, no prompts, names of no skill and wrong options", async () => {
    const cwd = makeTree({ ...skills, [file]: "" });
    const failing = async (content: string, ...args: readonly string[]): Promise<string> => {
      writeFileSync(path.join(cwd, file), content);
      const { code, stderr } = await runSkillsIn(cwd, "test", "--routing", file, ...args);
      expect(code, content).toBe(2);
      return stderr;
    };
    expect(await failing("")).toContain("routing.yaml:1:1: the routing file is empty; write `prompts`");
    expect(await failing("prompts: []\n")).toContain('"routing.yaml" has no prompts');
    expect(await failing("prompts:\n  - prompt: x\n    skill: pdf-form\n")).toContain(
      'routing.yaml:2:5: no skill in scope is named "pdf-form"; did you mean "pdf-forms"?',
    );
    expect(await failing("prompts:\n  - prompt: x\n")).toContain(
      "is without a skill; add `skill` or `never`",
    );
    expect(await failing("prompts:\n  - prompt: x\n    skill: docx\n    never: docx\n")).toContain(
      "remove one",
    );
    expect(await failing("prompts:\n  - prompt: x\n    skil: docx\n")).toContain('did you mean "skill"?');
    expect(await failing(`prompts:\n${fillIn}`, "--update")).toContain(
      "--routing cannot be used with --update",
    );
    expect(await failing(`prompts:\n${fillIn}`, "--client", "codx")).toContain("unknown client");
    expect((await runSkillsIn(cwd, "test", "--write")).stderr).toContain("--write needs --routing FILE");
  });

  it("writes no file through a symlink", async () => {
    const cwd = makeTree({ ...skills, "real.yaml": `prompts:\n${fillIn}` });
    symlinkSync("real.yaml", path.join(cwd, file));
    const { code } = await runSkillsIn(cwd, "test", "--routing", file, "--write", ...only);
    expect(code).toBe(2);
    expect(readFileSync(path.join(cwd, "real.yaml"), "utf8")).toBe(`prompts:\n${fillIn}`);
  });

  it("prints JUnit with a failure for what is lost, and what was never held as skipped", async () => {
    const cwd = makeTree({
      ...skills,
      [file]: `prompts:\n  - prompt: "open <the> window\\e[31m"\n    skill: docx\n    held: [codex]\n  - prompt: sing\n    skill: docx\n${fillIn}`,
    });
    const { code, stdout } = await runSkillsIn(cwd, "test", "--routing", file, ...only, "--format", "junit");
    expect(code).toBe(1);
    expect(stdout).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(stdout).toContain("open &lt;the&gt; window");
    expect(stdout).not.toContain("\u001b");
  });

  it("escapes what a skill or a file contains", async () => {
    const cwd = makeTree({
      "x/SKILL.md": skill("x", '"\\e[31mRed letters"'),
      [file]:
        'prompts:\n  - prompt: "a \\e[2J letter"\n    skill: x\n  - prompt: "\\e]0;t\\a"\n    skill: x\n',
    });
    const { stdout } = await runSkillsIn(cwd, "test", "--routing", file, "--verbose");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("a \\x1b[2J letter");
  });

  it("prints the same twice, whatever the order of skills", async () => {
    const cwd = makeTree({ ...skills, [file]: `prompts:\n${fillIn}` });
    const a = await runSkillsIn(cwd, "test", "--routing", file, "skills/docx", "skills/pdf-forms");
    const b = await runSkillsIn(cwd, "test", "--routing", file, "skills/pdf-forms", "skills/docx");
    expect(a).toEqual(b);
  });

  it("lets a model play the prompts of the same file", async () => {
    const model = `const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, messages = [] } = JSON.parse(line);
  const { role, content } = messages.at(-1) ?? {};
  const reply = role === "tool" || type !== "request" || !content.includes("PDF") ? { text: "Done." } : { calls: [{ name: "activate_skill", arguments: { name: "pdf-forms" } }] };
  console.log(JSON.stringify(type === "request" ? { type: "reply", ...reply } : { type: "ready", protocol: 1 }));
});
`;
    const cwd = makeTree({ ...skills, "model.js": model, [file]: `prompts:\n${fillIn}    never: docx\n` });
    const play = () =>
      runSkillsIn(
        cwd,
        "test",
        "--routing",
        file,
        "--model",
        `command:${process.execPath} model.js`,
        "--format",
        "json",
        "skills",
      );
    const { code, stdout } = await play();
    expect(JSON.parse(stdout).data).toMatchObject({
      tests: [{ kind: "eval", outcome: "pass", model: { sessions: 1, passed: 1 } }],
      counts: { passed: 1, failed: 0 },
    });
    expect(code).toBe(0);
    writeFileSync(path.join(cwd, file), "prompts:\n  - prompt: Write a letter\n    skill: docx\n");
    expect((await play()).code).toBe(1);
  });

  it("fits in 80 columns", async () => {
    const long = "word ".repeat(60).trim();
    const cwd = makeTree({
      ...skills,
      [file]: `prompts:\n${fillIn}  - prompt: ${long} pdf\n    skill: docx\n`,
    });
    const { stdout } = await runSkillsIn(cwd, "test", "--routing", file, "--verbose");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("--changed REF", () => {
  const held = `prompts:\n${fillIn}    held: [codex]\n`;
  const spoiled = skill("docx", "Fills in a PDF. Fill in any PDF with it.");

  async function changed(
    files: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<{ readonly code: number; readonly data: TestRoutingData }> {
    const cwd = makeRepository({ ...skills, [file]: held });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
    return route(cwd, "--changed", "HEAD", ...args);
  }

  it("counts what a change removes from the file", async () => {
    const released = `clients: gemini-cli\nprompts:\n${fillIn}`;
    const { code, data } = await changed({ [file]: released, "skills/docx/SKILL.md": spoiled });
    expect([code, outcomes(data)]).toEqual([1, [["gemini-cli missed", "codex lost"]]]);
    const gone = await changed({ [file]: "prompts: []\n", "skills/docx/SKILL.md": spoiled });
    expect([gone.code, gone.data.prompts[0]!.line]).toEqual([1, null]);
    expect((await changed({ [file]: "prompts: []\n" })).code).toBe(0);
  });

  it("forgets a prompt whose skill was removed, and takes a file that is new", async () => {
    const cwd = makeRepository({ ...skills, [file]: held, "other.yaml": held });
    rmSync(path.join(cwd, "skills/pdf-forms"), { recursive: true });
    writeFileSync(
      path.join(cwd, file),
      "prompts:\n  - prompt: a letter\n    skill: docx\n    held: [codex]\n",
    );
    const { code, data } = await route(cwd, "--changed", "HEAD");
    expect([code, data.prompts.map((each) => each.skill)]).toEqual([0, ["docx"]]);
    writeFileSync(
      path.join(cwd, "new.yaml"),
      "prompts:\n  - prompt: a letter\n    skill: docx\n    held: [codex]\n",
    );
    const ran = await runSkillsIn(cwd, "test", "--routing", "new.yaml", "--changed", "HEAD", ...only);
    expect(ran.code).toBe(0);
  });

  it("fails with code 2 for an unknown commit, without one, and with --write", async () => {
    const cwd = makeRepository({ ...skills, [file]: held });
    const run = (...args: readonly string[]) => runSkillsIn(cwd, "test", "--routing", file, ...args);
    expect(await run("--changed", "nothing")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown commit"),
    });
    expect((await run("--changed")).stderr).toContain("--routing takes --changed with a REF");
    expect((await run("--changed", "HEAD", "--write")).code).toBe(2);
  });
});

describe("--write", () => {
  const keep = (content: string, name = file): string =>
    keepHeld(encodeUtf8(content), name, new Map([[0, ["codex", "cline/cli"]]]));

  it.each([
    [
      "block maps",
      "# head\nprompts:\n  - prompt: a # first\n    skill: b # why\n    # tail\n",
      "# head\nprompts:\n  - prompt: a # first\n    skill: b # why\n    held: [codex, cline/cli]\n    # tail\n",
    ],
    [
      "block texts and lists",
      "prompts:\n- prompt: |\n    a\n  never:\n  - b\n",
      "prompts:\n- held: [codex, cline/cli]\n  prompt: |\n    a\n  never:\n  - b\n",
    ],
    [
      "flow maps",
      "prompts: [{ prompt: a, skill: b }]\n",
      "prompts: [{ prompt: a, skill: b, held: [codex, cline/cli] }]\n",
    ],
    [
      "a list that is there",
      "prompts:\n  - prompt: a\n    held: [opencode] # x\n    skill: b\n",
      "prompts:\n  - prompt: a\n    held: [opencode, codex, cline/cli] # x\n    skill: b\n",
    ],
    [
      "a list in block style",
      "prompts:\n  - prompt: a\n    held:\n      - opencode # x\n    skill: b",
      "prompts:\n  - prompt: a\n    held:\n      - opencode # x\n      - codex\n      - cline/cli\n    skill: b",
    ],
    [
      "an empty list",
      "prompts:\n  - prompt: a\n    skill: b\n    held: []\n",
      "prompts:\n  - prompt: a\n    skill: b\n    held: [codex, cline/cli]\n",
    ],
    [
      "carriage returns",
      "prompts:\r\n  - prompt: a\r\n    skill: b\r\n",
      "prompts:\r\n  - prompt: a\r\n    skill: b\r\n    held: [codex, cline/cli]\r\n",
    ],
  ])("keeps the layout of %s", (_, before, after) => {
    expect(keep(before)).toBe(after);
  });

  it("keeps the layout of JSON", () => {
    expect(keep('{"prompts": [{"prompt": "a", "skill": "b"}]}', "a.json")).toBe(
      '{"prompts": [{"prompt": "a", "skill": "b", "held": ["codex", "cline/cli"]}]}',
    );
    expect(
      keep('{\n  "prompts": [\n    {\n      "prompt": "a",\n      "skill": "b"\n    }\n  ]\n}\n', "a.json"),
    ).toBe(
      '{\n  "prompts": [\n    {\n      "prompt": "a",\n      "skill": "b",\n      "held": ["codex", "cline/cli"]\n    }\n  ]\n}\n',
    );
  });

  it("changes nothing but held, in any layout that it takes", () => {
    const prompts = ["a", '"a: b"', "|\n      a\n      b", ">-\n      a", "'it''s'", "a\n      b"];
    const rests = [
      "skill: s",
      "never:\n      - s\n      - t",
      "never: [s]\n    skill: u # x",
      "skill: >-\n      s",
    ];
    for (const prompt of prompts)
      for (const rest of rests)
        for (const held of ["", "\n    held: []", "\n    held:\n    - x"]) {
          const before = `prompts:\n  - prompt: ${prompt}\n    ${rest}${held}\n  - prompt: z\n    skill: y\n`;
          const [first, second] = readRouting(encodeUtf8(keep(before)), file).prompts;
          const [old, other] = readRouting(encodeUtf8(before), file).prompts;
          expect(first!.value, before).toEqual({
            ...old!.value,
            held: [...(old!.value.held ?? []), "codex", "cline/cli"],
          });
          expect(second!.value).toEqual(other!.value);
        }
  });
});

describe("the schema of routing files", () => {
  it("matches the published one", async () => {
    await expect(`${JSON.stringify(routingSchema, null, 2)}\n`).toMatchFileSnapshot(
      "../schemas/routing.schema.json",
    );
  });

  it("agrees with the reader", () => {
    const validate = new Ajv2020({
      strict: true,
      strictRequired: false,
      validateFormats: false,
      allowUnionTypes: true,
    }).compile(routingSchema);
    const cases: readonly (readonly [string, boolean])[] = [
      ["prompts: []", true],
      ["prompts: [{prompt: a, skill: b}]", true],
      ["prompts: [{prompt: a, never: b}]", true],
      [
        "{clients: [common, codex >=0.1], prompts: [{prompt: a, never: [b], held: [codex], clients: all}]}",
        true,
      ],
      ["prompts: [{prompt: a}]", false],
      ["prompts: [{prompt: '', skill: b}]", false],
      ["prompts: [{prompt: a, skill: b, held: ['']}]", false],
      ["prompts: [{prompt: a, skill: b, clients: nobody}]", false],
      ["prompts: {}", false],
      ["{}", false],
    ];
    for (const [content, valid] of cases) {
      const { root } = readTree(encodeUtf8(content), file);
      let told = 0;
      routingFormat.read(root!, () => told++);
      expect([validate(toValue(root!)), told === 0], content).toEqual([valid, valid]);
    }
  });
});
