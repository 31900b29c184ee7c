import path from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../src/api/check/check.ts";
import { validators } from "../src/generated/validators.ts";
import { type Examined, examineSkill } from "../src/lint/examine-skill.ts";
import { fixSkill } from "../src/lint/fix-skill.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { overlay } from "../src/lint/overlay.ts";
import { runRules } from "../src/lint/run-rules.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import type { Diagnostic, Report } from "../src/model/report.ts";
import type { Fix } from "../src/model/rule.ts";
import type { SkillSource } from "../src/model/source.ts";
import { type Target, checkTargets } from "../src/model/target.ts";
import { openDirectory } from "../src/read/directory.ts";
import { contextReader } from "../src/find/surroundings.ts";
import { lintRules } from "../src/rules/lists/lint-rules.ts";
import { skillRules } from "../src/rules/lists/skill-rules.ts";
import { casesOf, folders, openCase } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { makeTree } from "./support/tree.ts";
import { type Reading, readByTargets } from "./support/what-targets-read.ts";

/** Frontmatter that two targets want written differently. */
const disputed: Readonly<Record<string, string>> = {
  "block-scalar": "description: >-\n  Fills PDF forms. Use when a form\n  is to be filled in.\n",
  "quotes-in-block-scalar": `description: |\n  Fills "PDF" forms. Use when it's\n  to be filled in.\n`,
  "colon-and-quotes": `description: Fills "PDF" forms: all. Use when it's to be filled in.\n`,
  "comment-in-description": "description: Fills forms for issue #12. Use when #pdf is asked for.\n",
  "tools-with-underscore": "allowed_tools: [Read, Write]\n",
  "tools-in-camel-case": "allowedTools:\n  - Read\n",
  "tools-twice": "allowed_tools: [Read]\nallowed-tools: Read\n",
  "tools-as-list": "allowed-tools: [Read, Write]\n",
  "tools-with-commas": "allowed-tools: Read, Bash(git add *)\n",
  "no-tools": "allowed-tools: []\n",
  "version-and-author": 'version: "1.0"\nauthor: Ada\n',
  "version-as-number": "version: 1.0\nlicense: MIT\n",
  "nested-metadata": 'metadata:\n  openclaw:\n    requires:\n      bins: [node]\n  version: "1"\n',
  "boolean-and-mode": "disable-model-invocation: yes\nrun-mode: subagent\n",
  "hint-as-list": "argument-hint: [file]\n",
};

function openDisputed(): readonly (readonly [string, SkillSource])[] {
  const own = Object.entries(disputed).map(([name, fields]) => [name, "pdf", fields] as const);
  const quoted = [
    ["name-of-digits", "2024", "name: 2024\n"],
    ["digits-as-directory", "2024", "name: pdf\n"],
    ["number-after-rename", "x", 'name: "20_24"\n'],
  ] as const;
  const root = makeTree(
    Object.fromEntries(
      [...own, ...quoted].map(([name, directory, fields]) => {
        const named = fields.includes("name:") ? fields : `name: ${directory}\n${fields}`;
        const described = named.includes("description:")
          ? named
          : `${named}description: Fills PDF forms. Use when a form is to be filled in.\n`;
        return [`${name}/${directory}/SKILL.md`, `---\n${described}---\n\n# Forms\n\nFill them in.\n`];
      }),
    ),
  );
  return [...own, ...quoted].map(([name, directory]) => [
    `disputed/${name}`,
    openDirectory(path.join(root, name, directory), directory),
  ]);
}

/** The rules that offer fixes, and those whose findings "spec" refuses a skill for. */
const rules = lintRules.filter(
  ({ meta }) => meta.fixable || skillRules.some(({ meta: { id } }) => id === meta.id),
);
const fixing = rules.filter(({ meta }) => meta.fixable);
const vocabulary = vocabularyOf(rules);
const reading = { vocabulary, contextOf: contextReader() };

function examine(source: SkillSource): Examined {
  return examineSkill(source, { targets: [], rules, ...reading });
}

/** The skill after one fix, and what the rules say of it then. */
function afterFix(
  source: SkillSource,
  finding: Diagnostic,
  fix: Fix,
): { readonly fixed: SkillSource; readonly after: Examined } {
  const { changes } = fixSkill(
    source,
    { findings: [{ ...finding, fixes: [fix] }] },
    () => ({ findings: [] }),
    { level: "unsafe", taken: new Set() },
  );
  const [moved] = fix.operations.flatMap((operation) =>
    operation.kind === "rename-directory" ? [operation.to] : [],
  );
  const fixed = { ...overlay(source, changes), ...(moved !== undefined && { name: moved }) };
  return { fixed, after: examine(fixed) };
}

type Readings = ReadonlyMap<Target, Reading>;

interface Tried {
  readonly before: Examined;
  readonly after: Examined;
  readonly was: Readings;
  readonly is: Readings;
}

/** Before these, a target finds no other reason to refuse the skill. */
const hiding = /^(?:yaml-|fence-|duplicate-key|byte-order-mark|encoding|not-a-mapping|skipped: )/;

/** What a target loses by a fix; undefined if nothing. */
function lossOf(target: Target, { before, after, was, is }: Tried): string | undefined {
  const [old, now] = [was.get(target)!, is.get(target)!];
  const hidden = old.refusals.some((reason) => hiding.test(reason));
  if (now.refusals.length > old.refusals.length && !hidden) return now.refusals.join(" and ");
  if (!old.fields || !now.fields) return undefined;
  const lost = (["name", "description"] as const).find(
    (key) =>
      isWhole(old.fields![key], key, before) &&
      !isWhole(now.fields![key], key, after) &&
      old.fields![key] !== now.fields![key],
  );
  if (lost) return `${lost} ${now.fields[lost]}`;
  return old.fields.controls === now.fields.controls ? undefined : `controls ${now.fields.controls}`;
}

/**
 * Whether an agent reads the whole value. harness9 shows the doubled and escaped quotes of a quoted value, but loses no
 * word.
 */
function isWhole(text: string, key: string, { skill }: Examined): boolean {
  const value = skill.document?.frontmatter?.fields.get(key)?.value;
  return typeof value === "string" && plain(text) === plain(value);
}

function plain(text: string): string {
  return text.replaceAll("''", "'").replaceAll('\\"', '"').replaceAll(/\s+/g, " ").trim();
}

interface Break {
  readonly skill: string;
  readonly target: Target;
  readonly fix: string;
  readonly loss: string;
}

describe("for every rule and target", () => {
  it("offers no fix that costs the chosen target anything", async () => {
    const cases = folders("rules")
      .flatMap(casesOf)
      .map((each) => [`${each.ruleId}/${each.name}`, openCase(each)] as const);
    const breaks: Break[] = [];
    const tried = { rules: new Set<string>(), pairs: 0 };
    for (const [label, source] of [...cases, ...openDisputed()]) {
      const before = examine(source);
      if (before.subject.findings.every(({ fixes }) => fixes.length === 0)) continue;
      const was = await readByTargets(source, before);
      const { changesCode, textOf } = loadSkill(source, validators, reading);
      const known = new Map<string, Tried>();
      for (const target of checkTargets) {
        const { skill } = before;
        const { diagnostics } = runRules(skill, fixing, {
          targets: [target],
          validatorRefusals: skill.validatorRefusals,
          changesCode,
          textOf,
        });
        for (const finding of diagnostics)
          for (const fix of finding.fixes) {
            const key = JSON.stringify(fix.operations);
            const { fixed, after } = known.has(key)
              ? { fixed: undefined, after: known.get(key)!.after }
              : afterFix(source, finding, fix);
            if (fixed) known.set(key, { before, after, was, is: await readByTargets(fixed, after) });
            tried.rules.add(finding.ruleId);
            tried.pairs++;
            const loss = lossOf(target, known.get(key)!);
            // Before the fix, no agent could read the file either, and did not recognize its path.
            const exposed = finding.ruleId === "path-backslash" && loss?.includes("does not exist");
            if (loss !== undefined && !exposed)
              breaks.push({ skill: label, target, fix: `${finding.ruleId}: ${fix.title}`, loss });
          }
      }
    }
    expect(breaks).toEqual([]);
    expect(tried.rules.size).toBeGreaterThan(20);
    expect(tried.pairs).toBeGreaterThan(1_500);
  }, 60_000);
});

/** The chosen targets, the fields of a skill, and what the rules of that list say of them. */
type Advice = readonly [targets: readonly Target[], fields: string, says: readonly string[]];

const disputing: readonly string[] = [
  "allowed-tools-format",
  "claude-code-fork",
  "claude-code-substitution",
  "description-lines",
  "field-spelling",
  "field-type",
  "metadata-format",
  "unknown-field",
];

const readers = "only 3 other clients read it";
const readersIfChosen = 'only Spring AI Alibaba and 2 more read the field "allowed_tools"';
const folded = "description: >-\n  Fills PDF forms. Use when a form\n  is to be filled in.";
const overTwoLines = "description: Fills PDF forms. Use when a form\n  is to be filled in.";
const openClaw = "metadata:\n  openclaw:\n    requires:\n      bins:\n        - node";

const advice: readonly Advice[] = [
  [
    ["spec"],
    "allowed_tools: [Read]",
    [`field-spelling warning unknown field "allowed_tools" (${readers}); did you mean "allowed-tools"?`],
  ],
  [
    ["spec", "spring-ai-alibaba"],
    "allowed_tools: [Read]",
    [`unknown-field info ${readersIfChosen}; remove it if unused`],
  ],
  [
    ["claude-ai", "spring-ai-alibaba"],
    "allowed_tools: [Read]",
    [`unknown-field error ${readersIfChosen}; claude-ai refuses it`],
  ],
  [
    ["spring-ai-alibaba"],
    "allowed-tools: Read",
    [
      "allowed-tools-format warning Spring AI Alibaba ignores allowed-tools, so its tools never join; list them in `allowed_tools` as well",
    ],
  ],
  [
    ["skills-ref", "spring-ai-alibaba"],
    "allowed-tools: Read",
    ["allowed-tools-format warning Spring AI Alibaba ignores allowed-tools, so its tools never join"],
  ],
  [
    ["spring-ai-alibaba"],
    "allowed-tools: Read\nallowedTools: [Read]",
    [
      'unknown-field info only Spring AI Alibaba and 1 more read the field "allowedTools"; remove it if unused',
    ],
  ],
  [["spec", "harness9"], "allowed-tools: Read", []],
  [
    ["react-actions"],
    "allowed-tools: []",
    [
      "allowed-tools-format info allowed-tools is an empty list, so react-actions allows no tool; list the tools that it needs",
    ],
  ],
  [
    ["react-actions"],
    'version: "1.0"\nrun-mode: inline',
    [
      'unknown-field info only react-actions and 1 more read the field "version"; remove it if unused',
      'unknown-field info only react-actions reads the field "run-mode"; remove it if unused',
    ],
  ],
  [
    ["harness9"],
    folded,
    ['description-lines error harness9 reads this description as just ">"; write it on one line'],
  ],
  [
    ["harness9"],
    overTwoLines,
    ["description-lines error harness9 reads only the first line of this description; write it on one line"],
  ],
  [
    ["spec"],
    folded,
    ['description-lines info 4 other clients read this description as just ">"; write it on one line'],
  ],
  ...(["spec", "clawhub", "agio"] as const).map(
    (target): Advice => [
      [target],
      openClaw,
      [
        'metadata-format info only one other client needs the map "openclaw" in metadata; 3 other clients do not load the skill',
      ],
    ],
  ),
  [
    ["gemini"],
    "compatibility: 2024",
    ['field-type warning compatibility "2024" is unquoted, so YAML reads it as a number; quote it'],
  ],
  [
    ["gemini"],
    "name: 2024",
    [
      'field-type warning name "2024" is unquoted, so YAML reads it as a number; rename the skill, as gemini refuses a quoted name',
    ],
  ],
  [
    ["spec"],
    "agent: planner",
    [
      "claude-code-fork warning Claude Code ignores `agent` without `context: fork`; add `context: fork` or remove `agent`",
      'unknown-field info only Claude Code reads the field "agent"; remove it if unused',
    ],
  ],
  [
    ["claude-ai"],
    "agent: planner",
    [
      'unknown-field error only Claude Code reads the field "agent"; claude-ai refuses it',
      "claude-code-fork warning Claude Code ignores `agent` without `context: fork`; remove `agent`",
    ],
  ],
];

function skillOf(fields: string, body = "Fill them in."): Readonly<Record<string, string>> {
  const name = /^name: (.*)$/m.exec(fields)?.[1] ?? "pdf";
  const head = [
    ...(fields.includes("name: ") ? [] : [`name: ${name}`]),
    ...(fields.includes("description: ")
      ? []
      : ["description: Fills PDF forms. Use when a form is to be filled in."]),
    fields,
  ];
  return { [`${name}/SKILL.md`]: `---\n${head.join("\n")}\n---\n\n# Forms\n\n${body}\n` };
}

function saidIn({ report }: { readonly report: Report }): readonly string[] {
  return report.subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => disputing.includes(ruleId))
    .map(({ ruleId, severity, message }) => `${ruleId} ${severity} ${message}`);
}

it.each(advice)("for %j, advises on %j what suits all of them", async (targets, fields, says) => {
  const cwd = makeTree(skillOf(fields));
  expect(saidIn(await check({ paths: ["."], cwd, targets }))).toEqual(says);
});

it("advises no argument-hint to a skill for a target that refuses unknown fields", async () => {
  const cwd = makeTree(skillOf("license: MIT", "Fill in $ARGUMENTS."));
  expect(saidIn(await check({ paths: ["."], cwd, targets: ["spec"] }))).toEqual([
    'claude-code-substitution info uses $ARGUMENTS but has no argument-hint; add one, such as `"[file]"`',
  ]);
  expect(saidIn(await check({ paths: ["."], cwd, targets: ["skills-ref"] }))).toEqual([]);
});

it.each([
  ["lint", "targets: [spring-ai-alibaba]"],
  ["lint", "targets: [skills-ref]\noverrides:\n  - paths: [pdf]\n    targets: [spring-ai-alibaba]"],
  ["validate", "targets: [spring-ai-alibaba]"],
] as const)("advises in %s for all targets of the config %j", async (command, config) => {
  const cwd = makeTree({ ...skillOf("allowed-tools: Read"), "skills.config.yaml": config });
  const { stdout } = await runSkills([command, "--format", "json"], { cwd });
  expect(saidIn({ report: JSON.parse(stdout) })).toEqual([
    expect.stringContaining("Spring AI Alibaba ignores allowed-tools"),
  ]);
});

it("applies no fix in check that a chosen target loses by", async () => {
  const cwd = makeTree(skillOf("name: 2024"));
  const { fixed } = await check({ paths: ["."], cwd, targets: ["gemini"], fix: "unsafe" });
  expect(fixed).toEqual([]);
});
