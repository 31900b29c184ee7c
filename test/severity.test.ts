import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { check } from "../src/api/check/check.ts";
import { lint } from "../src/api/lint/lint.ts";
import { validate } from "../src/api/validate.ts";
import { validators } from "../src/generated/validators.ts";
import { uploaders } from "../src/generated/uploaders.ts";
import { groupBy } from "../src/core/group-by.ts";
import { systems } from "../src/generated/systems.ts";
import { systemIds } from "../src/model/agent.ts";
import type { ValidatorId } from "../src/model/validator.ts";
import type { Diagnostic, Report } from "../src/model/report.ts";
import { type Target, checkTargets, inTargetOrder } from "../src/model/target.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { type Format, formats } from "../src/report/formats/index.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { removeBundle, runStep } from "./support/runner.ts";
import { makeTree } from "./support/tree.ts";
import { ruleFiles } from "./support/rule-files.ts";

removeBundle();

const root = new URL("../", import.meta.url);
const cwd = path.join(fixturesRoot, "rules");
const ids: ReadonlySet<string> = new Set(ruleMetas.map(({ id }) => id));

/** What the models say of skills that are too large for cases, or make a model crash; other tests make these. */
const beyondCases: Readonly<Record<string, readonly Target[]>> = {
  "body-length": ["react-actions"],
  "target-answer": ["skills-ref", "claude-api"],
  "skill-file-size": ["spec", "skills-ref", "claude-api", ...systemIds],
  "upload-files": ["claude-ai", "openai", "langfuse"],
  "upload-size": ["claude-api", "claude-ai", "langfuse"],
};

const everyTarget = await check({ paths: ["."], cwd, targets: checkTargets });
const specAlone = await check({ paths: ["."], cwd });
const refusers = refusersByRule(everyTarget.report);
const dangers = ruleMetas.filter(({ danger }) => danger);

/** Who refuses a skill for a finding of each rule. */
function refusersByRule({ subjects }: Report): ReadonlyMap<string, readonly Target[]> {
  const refused = subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId, refusedBy }) => refusedBy.length > 0 && ids.has(ruleId));
  const found = Array.from(
    groupBy(refused, ({ ruleId }) => ruleId),
    ([id, findings]) => [id, inTargetOrder(findings.flatMap(({ refusedBy }) => refusedBy))] as const,
  );
  return new Map([...found, ...Object.entries(beyondCases)]);
}

describe("docs/severity.md", () => {
  it("names who refuses or is endangered for each rule that can be an error", async () => {
    const page = readFileSync(new URL("docs/severity.md", root), "utf8");
    const current = page.replace(
      /(?<=<!-- refusals -->\n)[^]*(?=<!-- \/refusals -->)/,
      `${errorTable()}\n\n${sources()}\n`,
    );
    await expect(current).toMatchFileSnapshot(fileURLToPath(new URL("docs/severity.md", root)));
  });

  it("has a row for each rule whose findings on a skill can be refused", () => {
    const speaking = ruleFiles.filter(({ text }) =>
      /\b(?:refusals:|refusalsAmong\(|required\(|problemFindings\(|withClientFindings\()/.test(text),
    );
    expect(speaking.length).toBeGreaterThan(30);
    const missing = speaking
      .map(({ id }) => id)
      .filter((id) => !refusers.has(id) && !dangers.some((meta) => meta.id === id));
    // A case is a skill, and these rules are about files that are none, and about plugins that no client refuses.
    expect(missing).toEqual(["loose-skill", "plugin-ignored", "plugin-validator"]);
  });

  it("has nothing that only the specification refuses", () => {
    const alone = Array.from(refusers).filter(([, clients]) => clients.every((id) => id === "spec"));
    expect(alone).toEqual([]);
  });
});

function errorTable(): string {
  const endangered = new Map(dangers.map(({ id, why }) => [id, why]));
  const rows = Array.from(new Set([...endangered.keys(), ...refusers.keys()])).sort();
  return [
    "| Rule | Who refuses the skill, or whom it endangers |",
    "|---|---|",
    ...rows.map((id) => `| \`${id}\` | ${endangered.get(id) ?? refusers.get(id)?.join(", ")} |`),
  ].join("\n");
}

function sources(): string {
  const models = [...validators, ...uploaders, ...systems];
  return [
    "| Target | Modeled on |",
    "|---|---|",
    ...checkTargets
      .filter((id) => id !== "spec")
      .map((id) => {
        const read = new Set(models.filter((model) => model.id === id).flatMap((model) => model.sources));
        return `| \`${id}\` | ${Array.from(read).join("; ")} |`;
      }),
  ].join("\n");
}

const targetSets: readonly (readonly ValidatorId[])[] = [["spec"], ["skills-ref", "claude-api"]];

it.each(targetSets)("gives a finding one severity with %s, whatever the command", async (...targets) => {
  const linted = severities((await lint({ paths: ["."], cwd, targets })).report);
  const validated = severities((await validate({ paths: ["."], cwd, targets })).report);
  const checked = targets.includes("spec") ? severities(specAlone.report) : new Map<string, string>();
  for (const others of [validated, checked]) {
    const differing = Array.from(others).filter(
      ([finding, severity]) => (linted.get(finding) ?? severity) !== severity,
    );
    expect(differing).toEqual([]);
  }
  expect(validated.size).toBeGreaterThan(100);
});

it.each([
  ["every target", everyTarget, checkTargets],
  ["spec", specAlone, ["spec"]],
] as const)("makes an error of what %s refuses, and of a danger", (_, { report }, targets) => {
  const wrong = report.subjects
    .flatMap(({ findings }) => findings)
    .filter((finding) => (finding.severity === "error") !== mustBeError(finding, targets))
    .map(({ ruleId, severity, refusedBy }) => [ruleId, severity, refusedBy]);
  expect(wrong).toEqual([]);
});

function mustBeError({ ruleId, refusedBy }: Diagnostic, targets: readonly Target[]): boolean {
  return dangers.some(({ id }) => id === ruleId) || refusedBy.some((id) => targets.includes(id));
}

function severities({ subjects }: Report): ReadonlyMap<string, string> {
  return new Map(
    subjects.flatMap(({ path: skill, findings }) =>
      findings.map(({ ruleId, file, start, message, severity }) => [
        [skill, ruleId, file, start?.offset, message].join("|"),
        severity,
      ]),
    ),
  );
}

it("reports as a note what only a target that was not chosen refuses, unless the rule is a warning", () => {
  const rules = new Map(ruleMetas.map(({ id, severity }) => [id, severity]));
  const raised = specAlone.report.subjects
    .flatMap(({ findings }) => findings)
    .filter(({ severity, ruleId }) => severity === "warning" && rules.get(ruleId) !== "warning");
  expect(raised.map(({ ruleId }) => ruleId)).toEqual([]);
});

/** Of every severity at least one finding, for rules that all commands run. */
const mixed = {
  "Forms/SKILL.md": `---\nname: Forms\ndescription: Fills PDF forms. Use when a form is to be filled in.\nmetadata:\n  a: 1.10\nversion: "1"\n---\n# Forms\n\nFill it in.\n`,
};

/** How often each severity is in a report, for each format. */
const countsIn = {
  text: (printed) => {
    const words = printed.split("\n").map((line) => /^ {2}[\d: ]*(error|warn|note) /.exec(line)?.[1]);
    return ["error", "warn", "note"].map((each) => count(words, each));
  },
  compact: (printed) => {
    const words = printed.split("\n").map((line) => /^[^ ]+SKILL\.md[\d:]*: (\w+): /.exec(line)?.[1]);
    return ["error", "warning", "note"].map((each) => count(words, each));
  },
  json: (printed) => {
    const { subjects } = JSON.parse(printed) as Report;
    const severities = subjects.flatMap(({ findings }) => findings.map(({ severity }) => severity));
    return ["error", "warning", "info"].map((each) => count(severities, each));
  },
  sarif: (printed) => {
    const { results } = JSON.parse(printed).runs[0];
    const levels = results.map(({ level }: { readonly level: string }) => level);
    return ["error", "warning", "note"].map((each) => count(levels, each));
  },
  github: (printed) => {
    const words = printed.split("\n").map((line) => /^::(\w+) file=/.exec(line)?.[1]);
    return ["error", "warning", "notice"].map((each) => count(words, each));
  },
  gitlab: (printed) => {
    const issues: readonly { readonly severity: string }[] = JSON.parse(printed);
    const severities = issues.map(({ severity }) => severity);
    return ["major", "minor", "info"].map((each) => count(severities, each));
  },
  ndjson: (printed) => {
    const lines = printed.split("\n").slice(0, -1);
    const severities = lines.flatMap((line) =>
      JSON.parse(line).subject.findings.map((each: { readonly severity: string }) => each.severity),
    );
    return ["error", "warning", "info"].map((each) => count(severities, each));
  },
  junit: (printed) => {
    const words = printed.split("\n").map((line) => /SKILL\.md[\d:-]* (\w+) /.exec(line)?.[1]);
    return ["error", "warning", "info"].map((each) => count(words, each));
  },
  markdown: (printed) => {
    const row = printed.split("\n").find((line) => line.startsWith("| ") && line.includes("Forms"));
    return (row?.match(/(?<=\| )\d+(?= (?:\||$))/g) ?? []).slice(-3).map(Number);
  },
  html: (printed) => {
    const words = Array.from(printed.matchAll(/<li class="(\w+)" data-rule=/g), ([, word]) => word);
    return ["error", "warning", "info"].map((each) => count(words, each));
  },
} as const satisfies Record<Format, (printed: string) => readonly number[]>;

it.each(["validate", "lint", "check"])(
  "counts the same severities in every format of %s",
  async (command) => {
    const cwd = makeTree(mixed);
    const { summary } = JSON.parse(
      (await runSkills([command, "Forms", "--format", "json"], { cwd })).stdout,
    ) as Report;
    const counts = [summary.errors, summary.warnings, summary.infos];
    expect(counts.every((number) => number > 0)).toBe(true);
    for (const format of formats) {
      const { stdout } = await runSkills([command, "Forms", "--format", format], { cwd });
      expect([format, countsIn[format](stdout)]).toEqual([format, counts]);
    }
    const step = runStep({ event: "push", payload: {}, workspace: cwd, with: { command, paths: "Forms" } });
    const { errors, warnings, notes } = step.outputs;
    const kinds = step.annotations.filter(({ properties }) => properties["file"]).map(({ name }) => name);
    expect([errors, warnings, notes].map(Number)).toEqual(counts);
    expect(["error", "warning", "notice"].map((each) => count(kinds, each))).toEqual(counts);
  },
);

function count(words: readonly (string | undefined)[], word: string): number {
  return words.filter((each) => each === word).length;
}
