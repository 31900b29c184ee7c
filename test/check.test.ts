import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { check, type CheckOptions } from "../src/api/check/check.ts";
import { causeOf } from "../src/api/smoke/smoke-examiner.ts";
import type { SkillCheck } from "../src/model/reports/check.ts";
import type { Diagnostic } from "../src/model/report.ts";
import { systemIds } from "../src/model/agent.ts";
import { checkTargets, inTargetOrder, type Target } from "../src/model/target.ts";
import { uploadIds } from "../src/model/upload.ts";
import { validatorIds } from "../src/model/validator.ts";
import { clients } from "../src/generated/clients.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { schemaOf } from "./support/schema.ts";

const matches = schemaOf("report");

const guided = {
  "forms/SKILL.md": skillMd("forms", "Read [the guide](references/guide.md).\n"),
  "forms/references/guide.md": "Guide.\n",
};
const astray = { ...guided, "forms/SKILL.md": skillMd("forms", "Read [the guide](references/gide.md).\n") };
const bracketed = {
  "forms/SKILL.md": skillMd("forms").replace("---\n\n", "metadata:\n  hint: a <b>\n---\n\n"),
};
const folded = {
  "forms/SKILL.md":
    "---\nname: forms\ndescription: >\n  Fills PDF forms.\n  Use when a form is to be filled.\n---\n\nDo it.\n",
};
const quoted = { "forms/SKILL.md": skillMd("forms").replace("name: forms", 'name: "forms"') };

interface Outcome {
  readonly code: number;
  readonly findings: readonly Diagnostic[];
  readonly verdicts: Readonly<Partial<Record<Target, string>>>;
  readonly skill: SkillCheck | undefined;
}

/** Checks the one skill of a tree; its report has the form of every report. */
async function checkOne(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<CheckOptions> = {},
): Promise<Outcome> {
  const { report, checked } = await check({ paths: ["forms"], cwd: makeTree(files), ...options });
  expect(matches(JSON.parse(JSON.stringify(report))), JSON.stringify(matches.errors)).toBe(true);
  const [subject] = report.subjects;
  return {
    code: report.outcome,
    findings: subject!.findings,
    verdicts: subject!.verdicts,
    skill: checked[0],
  };
}

/** The clients among those who refuse are tested in client-targets.test.ts. */
const isChecked = (id: Target): boolean => checkTargets.some((target) => target === id);

const brief = ({ ruleId, severity, refusedBy, start }: Diagnostic): string =>
  `${start ? `${start.line}:${start.column} ` : ""}${severity} ${ruleId} ${refusedBy.filter(isChecked).join(" ")}`.trimEnd();

/** Asks every validator, uploader and agent. */
const everyone = { targets: checkTargets };

it("has every target's verdict, the size and the tokens of a clean skill", async () => {
  const { code, findings, verdicts, skill } = await checkOne(guided, everyone);
  expect([code, findings]).toEqual([0, []]);
  expect(Object.keys(verdicts)).toEqual(checkTargets);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(["accepts"]));
  expect(skill).toEqual({
    skill: "forms",
    loads: expect.arrayContaining([
      expect.objectContaining({ client: "claude-code", outcome: "as-written", name: "forms" }),
    ]),
    pack: {
      extension: "zip",
      layout: "wrapped",
      bytes: 1461,
      contentDigest: expect.stringMatching(/^h1:[\w+/]{43}=$/),
      files: 3,
      leftOut: 0,
    },
    tokens: { counter: "estimate", entry: 15, body: 13, files: 3, named: 1 },
    smoke: { passed: 35, failed: 0, couldNotMeasure: 0, warned: 0 },
  });
});

it("asks only the uploaders and agents that were chosen", async () => {
  const odd = { "forms/SKILL.md": bracketed["forms/SKILL.md"].replace("name: forms", 'name: "forms"') };
  const all = await checkOne(odd, everyone);
  expect(all.findings.map(({ ruleId }) => ruleId)).toEqual(
    expect.arrayContaining(["upload-gemini", "smoke-announced"]),
  );
  const none = await checkOne(odd);
  expect([none.code, Object.keys(none.verdicts)]).toEqual([0, validatorIds]);
  expect(none.findings.filter(({ ruleId }) => /^(?:upload|smoke|archive|pack)-/.test(ruleId))).toEqual([]);
  expect(none.findings.flatMap(({ refusedBy }) => refusedBy.filter(isChecked))).toEqual([]);
  expect(Object.keys(none.skill ?? {})).toEqual(["skill", "loads", "tokens"]);
  const uploaded = await checkOne(odd, { targets: ["gemini"] });
  expect([Object.keys(uploaded.verdicts), uploaded.skill?.smoke]).toEqual([
    [...validatorIds, "gemini"],
    undefined,
  ]);
  const played = await checkOne(odd, { targets: ["react-actions", "agio"] });
  expect([Object.keys(played.verdicts), played.skill?.pack, played.verdicts]).toEqual([
    [...validatorIds, "agio", "react-actions"],
    undefined,
    expect.objectContaining({ agio: "accepts", "react-actions": "refuses" }),
  ]);
});

it("asks for each skill what an override chooses, and reports that", async () => {
  const cwd = makeTree({ ...quoted, "sheets/SKILL.md": quoted["forms/SKILL.md"].replace("forms", "sheets") });
  const { report, checked } = await check({
    paths: ["."],
    cwd,
    rules: { "description-similar": "off" },
    overrides: { directory: cwd, entries: [{ paths: ["sheets/**"], targets: ["gemini"] }] },
  });
  expect(matches(JSON.parse(JSON.stringify(report))), JSON.stringify(matches.errors)).toBe(true);
  expect(checked.map(({ skill, targets }) => [skill, targets])).toEqual([
    ["forms", undefined],
    ["sheets", ["gemini"]],
  ]);
  expect(report.subjects.map(({ findings }) => findings.map(({ ruleId }) => ruleId))).toEqual([
    [],
    ["upload-gemini"],
  ]);
});

it("has what common clients make of a skill, and the worst outcome of each client", async () => {
  const { subject, skill } = await loadsOf("---\nname: forms\ndescription: Fill: forms\n---\nFill it in.\n");
  const common = clients.filter(({ reach }) => reach === "common").map(({ id }) => id);
  expect(Object.keys(subject.loads ?? {})).toEqual(common);
  expect(subject.loads).toMatchObject({ "claude-code": "as-written", "copilot-cli": "not-loaded" });
  expect(skill.loads.find(({ client }) => client === "copilot-cli")).toMatchObject({
    outcome: "not-loaded",
    reasons: ["frontmatter is not valid YAML"],
  });
});

async function loadsOf(text: string) {
  const { report, checked } = await check({ paths: ["forms"], cwd: makeTree({ "forms/SKILL.md": text }) });
  return { subject: report.subjects[0]!, skill: checked[0]! };
}

it("counts what only some system or uploader refuses as an error where that one is chosen", async () => {
  const chosen = await checkOne(bracketed, { targets: ["react-actions"] });
  expect([chosen.code, chosen.verdicts["react-actions"], chosen.findings.map(brief)]).toEqual([
    1,
    "refuses",
    expect.arrayContaining(["5:1 error smoke-announced react-actions"]),
  ]);
  expect((await checkOne(bracketed, { targets: ["agio"] })).code).toBe(0);
  expect((await checkOne(quoted)).findings).toEqual([]);
  expect((await checkOne(quoted, { targets: ["spec", "gemini"] })).findings.map(brief)).toEqual([
    "2:7 error upload-gemini gemini",
  ]);
});

it("says once what rules and targets both say, and who all refuses the skill for it", async () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a reference to no file": astray,
    "a name in upper case": { "forms/SKILL.md": skillMd("Forms") },
    "another name than the directory's": { "forms/SKILL.md": skillMd("sheets") },
    "no description": { "forms/SKILL.md": "---\nname: forms\n---\n\nDo it.\n" },
    "no frontmatter": { "forms/SKILL.md": "Do it.\n" },
    "skill.md": { "forms/skill.md": skillMd("forms") },
    "a skill in a skill": { ...guided, "forms/examples/SKILL.md": skillMd("examples") },
    "a long body": { "forms/SKILL.md": skillMd("forms", "Do it.\n".repeat(700)) },
    "a folded description": folded,
  };
  const lines: string[] = [];
  for (const [name, files] of Object.entries(cases)) {
    const said = (await checkOne(files, everyone)).findings.filter(({ refusedBy }) =>
      refusedBy.some(isChecked),
    );
    lines.push(...said.map((finding) => `${name}: ${brief(finding)}\n`));
  }
  await expect(lines.join("")).toMatchFileSnapshot("../fixtures/reports/refusers.txt");
});

it.each([
  ["react-actions", "disable-model-invocation: maybe\n---\n\nDo it.\n", "5:27 error boolean-field"],
  ["react-actions", "user-invocable: 7\n---\n\nDo it.\n", "5:17 error boolean-field"],
  ["react-actions", "run-mode: alone\n---\n\nDo it.\n", "5:11 error smoke-announced"],
  ["agio", "---", "5:1 error body-empty"],
  ["harness9", "---", "5:1 error body-empty"],
  ["react-actions", "---", "5:1 warning body-empty"],
  ["spring-ai-alibaba", "allowed-tools: Read\n---\n\nDo it.\n", "5:1 warning allowed-tools-format"],
] as const)("has one finding, where it is, with %s in %j", async (target, end, expected) => {
  const head =
    "---\nname: forms\ndescription: Fills PDF forms. Use when a form is to be filled.\nlicense: MIT\n";
  const { findings } = await checkOne({ "forms/SKILL.md": head + end }, { targets: [target] });
  // That the specification has no such field is another cause.
  const own = findings.filter(({ ruleId }) => ruleId !== "unknown-field");
  const refuses = expected.includes("error") ? ` ${target}` : "";
  expect(own.map(brief)).toEqual([expected + refuses]);
});

it("knows the cause of every sentence by which a system leaves out what a rule reports", () => {
  const sentences: Readonly<Record<string, string | undefined>> = {
    'SKILL.md has no frontmatter between two "---" lines': "fence-open",
    'SKILL.md does not begin with frontmatter between two "---" lines': "fence-open",
    'SKILL.md does not begin with "---" or has no second "---"': "fence-open",
    'frontmatter is not closed by a "---" line': "fence-open",
    "frontmatter is valid YAML only after quoting its values": "yaml-syntax",
    "frontmatter is not valid YAML: mapping values are not allowed here": "yaml-syntax",
    "frontmatter must be a map, not list": "not-a-mapping",
    "description is missing or empty": "description-missing",
    'the field "description" is missing': "description-missing",
    "frontmatter has no description": "description-missing",
    'the field "description" must be a non-empty string, not missing': "description-missing",
    "frontmatter has no name or description": "name-missing",
    'name "A" must be lower-case letters, digits and inner hyphens': "name-case",
    "name has 65 characters (maximum 64)": "name-length",
    "description has 1025 characters (maximum 1024)": "description-length",
    "line 3 contains an angle bracket, which is not allowed in frontmatter": "angle-brackets",
    'line 4 of the frontmatter repeats the field "name"': "duplicate-key",
    "the agent gives no reason": undefined,
  };
  for (const [sentence, reason] of Object.entries(sentences))
    expect([sentence, causeOf(`skipped: ${sentence}`).reasons?.[0]]).toEqual([sentence, reason]);
  expect(
    causeOf("skipped: line 3 contains an angle bracket, which is not allowed in frontmatter").lines,
  ).toEqual([3]);
});

it("has nothing of lint go, and no verdict without a finding", async () => {
  const { lint } = await import("../src/api/lint/lint.ts");
  const cwd = makeTree({
    ...astray,
    ...Object.fromEntries(
      Object.entries({ ...folded, "forms/SKILL.md": skillMd("Sheets") }).map(([file, text]) => [
        file.replace("forms", "sheets"),
        text,
      ]),
    ),
  });
  const before = (await lint({ paths: ["."], cwd })).report;
  expect((await check({ paths: ["."], cwd })).report.subjects).toEqual(before.subjects);
  const { report } = await check({ paths: ["."], cwd, ...everyone });
  for (const [at, { findings, verdicts }] of before.subjects.entries()) {
    const subject = report.subjects[at]!;
    for (const finding of findings)
      expect(subject.findings).toContainEqual({
        ...finding,
        severity: finding.severity === "error" ? "error" : expect.any(String),
        refusedBy: expect.arrayContaining([...finding.refusedBy]),
      });
    expect(
      Object.entries(verdicts).filter(
        ([id, verdict]) => verdict === "refuses" && subject.verdicts[id as Target] !== "refuses",
      ),
    ).toEqual([]);
    const refusing = new Set(subject.findings.flatMap(({ refusedBy }) => refusedBy));
    for (const id of checkTargets)
      expect([id, subject.verdicts[id]]).toEqual([id, refusing.has(id) ? "refuses" : "accepts"]);
  }
});

it("reports what a chosen target may refuse or advises against", async () => {
  const image = {
    ...guided,
    "forms/SKILL.md": skillMd(
      "forms",
      "Look at [it](logo.png), and read [the guide](references/guide.md).\n",
    ),
    "forms/logo.png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  };
  expect((await checkOne(image)).findings).toEqual([]);
  const { code, findings, verdicts } = await checkOne(image, { targets: ["langfuse"] });
  expect([code, verdicts.langfuse, findings.map(brief)]).toEqual([0, "accepts", ["warning upload-langfuse"]]);
  const nested = {
    "forms/SKILL.md": skillMd("forms").replace("---\n\n", "metadata:\n  a:\n    b: c\n---\n\n"),
  };
  expect((await checkOne(nested)).findings.map(({ ruleId }) => ruleId)).not.toContain("smoke-announced");
  const remark = (await checkOne(nested, { targets: ["react-actions"] })).findings.find(
    ({ ruleId }) => ruleId === "smoke-announced",
  );
  expect([remark?.severity, remark?.message]).toEqual([
    "info",
    'in react-actions: the field "metadata" is not a scalar or a simple list and was not parsed',
  ]);
});

it("says why a skill cannot be packed", async () => {
  const cwd = makeTree(guided);
  symlinkSync("guide.md", path.join(cwd, "forms/references/other.md"));
  const { report, checked } = await check({ paths: ["forms"], cwd, targets: uploadIds });
  const finding = report.subjects[0]!.findings.find(({ ruleId }) => ruleId.startsWith("archive-"));
  expect(finding).toMatchObject({
    ruleId: "archive-type",
    severity: "error",
    file: "references/other.md",
    refusedBy: inTargetOrder(uploadIds),
  });
  expect([report.outcome, checked[0]?.pack]).toEqual([1, undefined]);
  expect((await check({ paths: ["forms"], cwd, targets: ["clawhub"] })).report.outcome).toBe(1);
});

it("reports references to files that are left out of the archive, as packing does", async () => {
  const files = {
    ...guided,
    "forms/SKILL.md": skillMd("forms", "Read [the cases](evals/cases.md).\n"),
    "forms/evals/cases.md": "Cases.\n",
  };
  const { findings, skill } = await checkOne(files, { targets: ["claude-ai"] });
  expect(findings.map(({ ruleId, message }) => [ruleId, message])).toContainEqual([
    "reference-broken",
    '"evals/cases.md" is not packed (evals); refer to a packed file',
  ]);
  expect(skill?.pack?.leftOut).toBe(1);
});

it("packs as the chosen uploader wants it, and writes nothing", async () => {
  const cwd = makeTree(guided);
  const names = () => readdirSync(cwd, { recursive: true, encoding: "utf8" }).sort();
  const before = names();
  const packed = async (targets: readonly Target[]) =>
    (await check({ paths: ["forms"], cwd, targets })).checked[0]?.pack;
  expect(await packed(["gemini"])).toMatchObject({ extension: "skill", layout: "root" });
  expect(await packed(["well-known"])).toMatchObject({ extension: "tar.gz", layout: "root" });
  expect(await packed(["openai", "clawhub"])).toMatchObject({ extension: "zip", layout: "wrapped" });
  expect(await packed(["openai", "gemini"])).toMatchObject({ extension: "zip", layout: "wrapped" });
  expect(await packed(["gemini", "well-known"])).toMatchObject({ extension: "skill", layout: "root" });
  expect(names()).toEqual(before);
});

it("works out the size and digest that packing gives", async () => {
  const { pack } = await import("../src/api/pack/pack.ts");
  const cwd = makeTree(guided);
  const { checked } = await check({ paths: ["forms"], cwd, targets: ["claude-ai"] });
  const { archives } = await pack({ paths: ["forms"], cwd, dryRun: true });
  expect([checked[0]?.pack?.bytes, checked[0]?.pack?.contentDigest, checked[0]?.pack?.files]).toEqual([
    archives[0]?.made?.bytes,
    archives[0]?.made?.contentDigest,
    archives[0]?.files.length,
  ]);
});

it("applies settings, suppressions and a baseline to findings of targets, too", async () => {
  const gemini = { targets: ["gemini"] } as const;
  const info = await checkOne(quoted, { ...gemini, rules: { "upload-gemini": "info" } });
  expect([info.code, info.verdicts.gemini]).toEqual([1, "refuses"]);
  const silenced = {
    "forms/SKILL.md": `${quoted["forms/SKILL.md"]}\n<!-- skills-disable upload-gemini -- nobody packs it for that -->\n`,
  };
  const checked = await checkOne(silenced, gemini);
  expect(checked.findings.map(({ ruleId, suppressed }) => [ruleId, suppressed?.reason])).toEqual([
    ["upload-gemini", "nobody packs it for that"],
  ]);
  const stale = {
    "forms/SKILL.md": `${guided["forms/SKILL.md"].replace("Read [the guide](references/guide.md).", "Do it.")}\n<!-- skills-disable smoke-announced -- not needed -->\n`,
  };
  const unused = async (targets: readonly Target[]) =>
    (await checkOne(stale, { targets })).findings.map(({ ruleId }) => ruleId);
  expect(await unused(["agio"])).toEqual(["suppression-unused"]);
  // No target that could object was asked.
  expect(await unused(["spec", "gemini"])).toEqual([]);
  const byPath = [
    {
      path: "skills.config.yaml",
      directory: "",
      entries: [{ rule: "smoke-announced", paths: ["forms"], reason: "not for it" }],
    },
  ];
  const cwd = makeTree(bracketed);
  const { report } = await check({
    paths: ["forms"],
    cwd,
    targets: ["react-actions"],
    suppressions: byPath.map((list) => ({ ...list, directory: cwd })),
  });
  expect(
    report.subjects[0]?.findings
      .filter(({ ruleId }) => ruleId === "smoke-announced")
      .map(({ suppressed }) => suppressed?.by),
  ).toEqual(["config"]);
});

it("takes a baseline that lint takes, and the other way round", async () => {
  const { lint } = await import("../src/api/lint/lint.ts");
  const cwd = makeTree({
    ...quoted,
    "sheets/SKILL.md": bracketed["forms/SKILL.md"].replace("name: forms", "name: sheets"),
  });
  const counts = ({ report: { summary } }: Awaited<ReturnType<typeof check>>): readonly number[] => [
    summary.errors,
    summary.warnings,
    summary.infos,
    summary.baselined,
  ];
  const options = { paths: ["."], cwd, targets: ["spec", "gemini", "react-actions"] } as const;
  await check({ ...options, baseline: { path: "b.json", write: true } });
  expect(counts(await check({ ...options, baseline: { path: "b.json" } }))).toEqual([0, 0, 0, 4]);
  const linted = await lint({ paths: ["."], cwd, baseline: { path: "b.json" } });
  expect([linted.baseline?.gone, linted.report.summary.warnings, linted.report.summary.infos]).toEqual([
    0, 0, 0,
  ]);
  writeFileSync(path.join(cwd, "forms/SKILL.md"), skillMd("forms"));
  expect((await check({ ...options, baseline: { path: "b.json" } })).baseline?.gone).toBe(1);
});

it("applies fixes first, then checks the result", async () => {
  const cwd = makeTree({
    "forms/SKILL.md": `\ufeff${skillMd("forms", "Read [the guide](references/gide.md).\n")}`,
  });
  const { report, fixed, checked } = await check({ paths: ["forms"], cwd, fix: "safe" });
  expect(fixed.map(({ ruleId }) => ruleId)).toEqual(["byte-order-mark"]);
  expect(report.subjects[0]?.findings.map(({ ruleId }) => ruleId)).toEqual(["reference-broken"]);
  expect(readFileSync(path.join(cwd, "forms/SKILL.md"), "utf8")).toBe(
    skillMd("forms", "Read [the guide](references/gide.md).\n"),
  );
  expect((report.data as { readonly skills: unknown }).skills).toEqual(checked);
  expect(matches(JSON.parse(JSON.stringify(report)))).toBe(true);
});

it("tries nothing in a dry run, as there is nothing yet to try", async () => {
  const cwd = makeTree({ "forms/SKILL.md": `\ufeff${skillMd("forms")}` });
  const { report, changes, checked } = await check({ paths: ["forms"], cwd, fix: "safe", dryRun: true });
  expect([report.command, changes.length, checked]).toEqual(["check", 1, []]);
  expect(readFileSync(path.join(cwd, "forms/SKILL.md"), "utf8")).toMatch(/^\ufeff/);
});

it("runs a SKILL.md from standard input in the agents, without packing it", async () => {
  const stdin = { name: "forms", bytes: Buffer.from(skillMd("forms")) };
  const { report, checked } = await check({ paths: [], cwd: makeTree({}), stdin, ...everyone });
  expect(Object.keys(report.subjects[0]!.verdicts)).toEqual([...validatorIds, ...systemIds]);
  expect([report.outcome, checked[0]?.pack, checked[0]?.smoke?.failed]).toEqual([0, undefined, 0]);
});

it("bears hostile names and texts", async () => {
  const cwd = makeTree({});
  const name = "::error::x\x1b[2J\n##[group]";
  mkdirSync(path.join(cwd, name));
  writeFileSync(
    path.join(cwd, name, "SKILL.md"),
    '---\nname: "\x1b]0;x\x07"\ndescription: "a ${PATH} `id` $(id) <script>"\n---\n\nSee [x](../../../../etc/passwd) and [y](\x1b[31m.md).\n',
  );
  const { report } = await check({ paths: ["."], cwd });
  expect(report.outcome).toBe(1);
  expect(matches(JSON.parse(JSON.stringify(report)))).toBe(true);
  // Messages contain no control characters; paths are escaped by the reporters.
  expect(
    report.subjects
      .flatMap(({ findings }) => findings)
      .filter(({ message }) => /[\x00-\x1f\x7f]/.test(message)),
  ).toEqual([]);
});
