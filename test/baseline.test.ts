import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { schemaId } from "../src/model/address.ts";
import { readBaseline } from "../src/lint/baseline-file.ts";
import { compareWithBaseline } from "../src/lint/baseline.ts";
import type { FindingPrint } from "../src/model/baseline.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { type Ran, runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const file = "skills.baseline.json";
/** The two descriptions differ, so no rule reports them as similar. */
const about: Readonly<Record<string, string>> = {
  a: "Fills PDF forms. Use when a form is to be filled.",
  b: "Draws charts of sales. Use when someone asks for a chart.",
};

function skill(name: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${about[name] ?? about["a"]}\n---\n\n${body}`;
}

const broken = "Read [the fields](fields.md).\n";

function lint(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(["lint", ...args], { cwd });
}

/** What counts, with the baseline. */
async function fresh(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await lint(cwd, "--baseline", file, "--format", "json", ...args);
  const { subjects } = JSON.parse(stdout);
  return subjects.flatMap(
    (subject: {
      path: string;
      findings: readonly { ruleId: string; baselined?: true; suppressed?: unknown }[];
    }) =>
      subject.findings.flatMap(({ ruleId, baselined, suppressed }) =>
        baselined || suppressed ? [] : [`${subject.path} ${ruleId}`],
      ),
  );
}

async function withBaseline(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = makeTree(files);
  expect(await lint(cwd, "--write-baseline", file)).toMatchObject({ code: 0 });
  return cwd;
}

function write(cwd: string, name: string, text: string): void {
  writeFileSync(path.join(cwd, name), text);
}

function baselineIn(cwd: string): {
  skills: { name?: string; directory: string; findings: { rule: string; file: string; count: number }[] }[];
} {
  return JSON.parse(readFileSync(path.join(cwd, file), "utf8"));
}

it("says how many findings it has that a report sums up", async () => {
  const steps = Array.from({ length: 5 }, (_, at) => `[TODO: ${at}]\n`).join("\n");
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", steps) });
  const { summary } = JSON.parse((await lint(cwd, "--format", "json")).stdout);
  const printed: number = summary.errors + summary.warnings + summary.infos;
  const { stderr } = await lint(cwd, "--write-baseline", file);
  expect(stderr).toContain(
    `skills: ${file} lists ${printed + 3} findings\nskills: that includes 3 findings that a report without it sums up as "more such findings"\n`,
  );
});

it("accepts existing findings and fails for new ones", async () => {
  const cwd = makeTree({ "A/SKILL.md": skill("A", broken) });
  expect((await lint(cwd)).code).toBe(1);
  const written = await lint(cwd, "--write-baseline", file);
  expect([written.code, written.stderr]).toEqual([
    0,
    `skills: ${file} lists 2 findings\nskills: commit it, and use --baseline ${file} or "baseline" in skills.config.yaml\n`,
  ]);
  const known = await lint(cwd, "--baseline", file, "--max-warnings", "0");
  expect([known.code, known.stderr]).toEqual([0, ""]);
  expect(known.stdout).toMatch(
    /^A: refused by spec.*\n\n1 skill checked: refused by spec; 2 in the baseline; /,
  );
  write(cwd, "A/SKILL.md", skill("A", `${broken}Read [the types](types.md).\n`));
  expect(await fresh(cwd)).toEqual(["A reference-broken"]);
  const { stdout } = await lint(cwd, "--baseline", file, "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 0,
    summary: { errors: 0, warnings: 1, baselined: 2 },
    data: { baseline: { path: file, known: 2, gone: 0 } },
  });
  expect((await lint(cwd, "--baseline", file, "--max-warnings", "0")).code).toBe(1);
});

it("writes the same bytes for the same findings, without absolute paths", async () => {
  const files = {
    "b/SKILL.md": skill("b", broken),
    "a/SKILL.md": skill("ä\u202e", `${broken}${broken}`),
    "x/b/SKILL.md": skill("b", `Read [the types](types.md).\n`),
    "a/README.md": "# a\n",
  };
  const [one, other] = [
    await withBaseline(files),
    await withBaseline(Object.fromEntries(Object.entries(files).reverse())),
  ];
  const text = readFileSync(path.join(one, file), "utf8");
  expect(text).toBe(readFileSync(path.join(other, file), "utf8"));
  expect(text).toMatch(/^[\n\x20-\x7e]+$/);
  expect(text).not.toContain(path.basename(one));
  expect(text).not.toContain("x/b");
  expect(schemaOf("baseline")(JSON.parse(text))).toBe(true);
  expect(
    baselineIn(one).skills.map(({ name, directory, findings }) => [
      name,
      directory,
      findings.map(({ rule, file: of, count }) => `${rule} ${of} ${count}`),
    ]),
  ).toEqual([
    ["b", "b", ["reference-broken SKILL.md 1"]],
    ["b", "b", ["reference-broken SKILL.md 1"]],
    ["ä\u202e", "a", expect.arrayContaining(["reference-broken SKILL.md 2", "stray-document README.md 1"])],
  ]);
  expect(readdirSync(one).filter((name) => name.startsWith("."))).toEqual([]);
});

it("recognizes a finding after lines, files and skills moved", async () => {
  const cwd = await withBaseline({
    "a/SKILL.md": skill("a", `${broken}See [more](references/more.md).\n`),
    "a/references/more.md": broken,
    "a/references/lost.md": "Nobody leads here.\n",
  });
  write(cwd, "a/SKILL.md", skill("a", `# A\n\nDo it.\n\n  ${broken}See [more](references/deep/much.md).\n`));
  renameSync(path.join(cwd, "a/references"), path.join(cwd, "a/old"));
  mkdirSync(path.join(cwd, "a/references/deep"), { recursive: true });
  renameSync(path.join(cwd, "a/old/more.md"), path.join(cwd, "a/references/deep/much.md"));
  renameSync(path.join(cwd, "a/old/lost.md"), path.join(cwd, "a/references/gone.md"));
  mkdirSync(path.join(cwd, "team"));
  renameSync(path.join(cwd, "a"), path.join(cwd, "team/a"));
  expect(await fresh(cwd)).toEqual([]);
  renameSync(path.join(cwd, "team/a"), path.join(cwd, "team/b"));
  expect(await fresh(cwd)).toEqual(["team/b name-matches-directory"]);
});

it("recognizes a finding about a whole file despite other numbers", async () => {
  const long = (lines: number): string =>
    skill("a", Array.from({ length: lines }, (_, at) => `Step ${at} of them.\n`).join(""));
  const cwd = await withBaseline({ "a/SKILL.md": long(600) });
  write(cwd, "a/SKILL.md", `${long(300)}And so on.\n${long(350)}`);
  expect((await fresh(cwd)).filter((line) => line.includes("body-length"))).toEqual([]);
});

it("counts identical findings, and reports an additional one as new", async () => {
  const cwd = await withBaseline({ "a/SKILL.md": skill("a", `${broken}\n${broken}`) });
  write(cwd, "a/SKILL.md", skill("a", `${broken}\n${broken}\n${broken}`));
  expect(await fresh(cwd)).toEqual(["a reference-broken"]);
});

it("reports the same mistake in another skill as new", async () => {
  const cwd = await withBaseline({ "a/SKILL.md": skill("a", broken), "b/SKILL.md": skill("b") });
  write(cwd, "b/SKILL.md", skill("b", broken));
  expect((await fresh(cwd)).filter((line) => line.startsWith("b"))).toEqual(["b reference-broken"]);
});

it("reports fixed findings, and only removes entries", async () => {
  const cwd = await withBaseline({
    "a/SKILL.md": skill("a", `${broken}\n${broken}`),
    "b/SKILL.md": skill("b", broken),
  });
  write(cwd, "a/SKILL.md", skill("a", `${broken}Read [the types](types.md).\n`));
  expect((await lint(cwd, "--baseline", file)).stderr).toBe(
    `skills: 1 finding in the baseline no longer occurs; remove it with --write-baseline ${file}\n`,
  );
  const again = await lint(cwd, "--write-baseline", file, "--max-warnings", "0");
  expect([again.code, again.stderr]).toEqual([
    1,
    `skills: ${file} lists 2 findings, 1 fewer than before\nskills: new findings were not added; to start again, delete the baseline first\nskills: 1 warning, more than --max-warnings 0\n`,
  ]);
  write(cwd, "a/SKILL.md", skill("a", `${broken}\n${broken}`));
  expect(await fresh(cwd)).toEqual(["a reference-broken"]);
});

it("ignores skills and rules that were not checked", async () => {
  const cwd = await withBaseline({ "a/SKILL.md": skill("a", broken), "b/SKILL.md": skill("b", broken) });
  for (const args of [["b"], ["--rule", "reference-broken=off"]]) {
    expect((await lint(cwd, "--baseline", file, ...args)).stderr).toBe("");
    expect((await lint(cwd, "--write-baseline", file, ...args)).stderr).toBe(
      `skills: ${file} lists 2 findings\n`,
    );
  }
  rmSync(path.join(cwd, "a"), { recursive: true });
  expect((await lint(cwd, "--baseline", file, "b")).stderr).toBe("");
  expect((await lint(cwd, "--baseline", file)).stderr).toContain(
    "1 finding in the baseline no longer occurs",
  );
});

it("does not list suppressed findings", async () => {
  const cwd = await withBaseline({
    "a/SKILL.md": skill("a", `<!-- skills-disable-next-line reference-broken -- theirs -->\n${broken}`),
  });
  expect(baselineIn(cwd).skills).toEqual([]);
  expect(await fresh(cwd, "--no-inline")).toEqual(["a reference-broken"]);
});

it("fails for a missing baseline and for a file of another kind", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skill("a"),
    "newer.json":
      '{"$schema":"https://skills.example/schemas/baseline.schema.json","version":2,"entries":{}}',
    "broken.json": "{",
    "other.json": '{"version":1}',
    "list.json":
      '{"$schema":"https://skills.example/schemas/baseline.schema.json","version":1,"skills":[{"directory":"a","findings":[{"rule":"x"}]}]}',
  });
  symlinkSync("other.json", path.join(cwd, "link.json"));
  const says = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await lint(cwd, ...args);
    return [code, stdout, stderr.split("\n")[0]];
  };
  expect(await says("--baseline", "none.json")).toEqual([
    2,
    "",
    'skills: the baseline "none.json" does not exist',
  ]);
  expect(await says("--baseline", "newer.json")).toEqual([
    2,
    "",
    'skills: the baseline "newer.json" has version 2, but this program reads version 1',
  ]);
  expect(await says("--write-baseline", "broken.json")).toEqual([
    2,
    "",
    'skills: cannot read the baseline "broken.json": it is not JSON',
  ]);
  expect(await says("--baseline", "other.json")).toEqual([
    2,
    "",
    `skills: cannot read the baseline "other.json": it does not have version 1 of ${schemaId("baseline")}`,
  ]);
  expect(await says("--baseline", "list.json")).toEqual([
    2,
    "",
    'skills: cannot read the baseline "list.json": skill 1 is invalid',
  ]);
  expect(await says("--baseline", "link.json")).toEqual([
    2,
    "",
    'skills: cannot read "link.json": a symbolic link',
  ]);
  expect(await says("--baseline", "a.json", "--write-baseline", "b.json")).toEqual([
    2,
    "",
    "skills: --baseline and --write-baseline cannot be combined; use only one",
  ]);
  expect(await says("--dry-run", "--write-baseline", "b.json")).toEqual([
    2,
    "",
    "skills: a dry run cannot write a baseline",
  ]);
  expect(readFileSync(path.join(cwd, "broken.json"), "utf8")).toBe("{");
});

it("refuses an entry whose count is zero or a fraction", () => {
  const counting = (count: number) =>
    JSON.stringify({
      $schema: "https://skills.example/schemas/baseline.schema.json",
      version: 1,
      skills: [{ directory: "a", findings: [{ rule: "x", file: "SKILL.md", message: "m", count }] }],
    });
  expect(readBaseline(counting(2), "b.json").skills[0]!.findings[0]!.count).toBe(2);
  for (const count of [0, -1, 1.5, 2 ** 53])
    expect(() => readBaseline(counting(count), "b.json")).toThrow("skill 1 is invalid");
});

/** Of one rule, on a line that is known by its words. */
const printOf = (line: string, message = "m"): FindingPrint => ({
  rule: "x",
  file: "SKILL.md",
  line,
  message,
});
const entryOf = (line: string) => ({ ...printOf(line), count: 1 });
const wholly = { isJudged: () => true, partOnly: false };

it("matches a finding on a changed line by its message only if it is its rule's only one", () => {
  const compare = (before: readonly string[], after: readonly string[]) =>
    compareWithBaseline(
      [{ directory: "a", prints: after.map((line) => printOf(line)) }],
      { skills: [{ directory: "a", findings: before.map(entryOf) }] },
      wholly,
    );
  expect(compare(["one"], ["two"])).toMatchObject({ gone: 0, known: { size: 1 } });
  expect(compare(["one", "two"], ["three", "four"])).toMatchObject({ gone: 2, known: { size: 0 } });
});

it("lists each finding once if its rule did not report all findings", () => {
  const { rest, gone } = compareWithBaseline(
    [{ directory: "a", prints: [printOf("two")] }],
    { skills: [{ directory: "a", findings: [entryOf("one")] }] },
    { isJudged: () => false, partOnly: true },
  );
  expect([rest, gone]).toEqual([{ skills: [{ directory: "a", findings: [entryOf("two")] }] }, 0]);
});

it("keeps the entries of unchecked skills in a partial run, and no others", () => {
  const baseline = {
    skills: ["a", "b"].map((directory) => ({ directory, findings: [entryOf("one")] })),
  };
  const { rest, gone } = compareWithBaseline([{ directory: "a", prints: [] }], baseline, {
    ...wholly,
    partOnly: true,
  });
  expect([rest, gone]).toEqual([{ skills: [baseline.skills[1]] }, 1]);
});

it("compares in linear time", () => {
  const many = 100_000;
  const print = (at: number): FindingPrint => ({
    rule: "x",
    file: "SKILL.md",
    line: "same",
    message: String(at),
  });
  const prints = Array.from({ length: many }, (_, at) => print(at));
  const baseline = {
    skills: [
      { directory: "a", findings: prints.map((each) => ({ ...each, count: 1 })) },
      { directory: "b", findings: prints.map((each) => ({ ...each, count: 1 })) },
    ],
  };
  const started = cpuTime();
  const { known, gone } = compareWithBaseline(
    [
      { directory: "a", prints },
      { directory: "c", prints: prints.map((each) => ({ ...each })) },
    ],
    baseline,
    { isJudged: () => true, partOnly: false },
  );
  expect([known.size, gone]).toEqual([many, many]);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});
