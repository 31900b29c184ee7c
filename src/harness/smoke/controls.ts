import type { System } from "../system.ts";
import { shownAt, type Agent, type AgentWorld } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SmokeCheck } from "../../model/smoke.ts";
import { openMemory } from "../../model/memory-source.ts";
import { uncounted } from "../../model/token-counter.ts";
import { budget } from "./budget.ts";
import { runSmoke, type SmokeResult } from "./run-smoke.ts";
import type { SmokeSetup } from "./smoke-session.ts";
import type { SmokeSubject } from "./subject.ts";

/**
 * Tests the checks themselves: simulates a system with a known-good test skill, and with known-bad ones that have one
 * fault each. Returns a sentence for each unexpected result; if there is any, the results of the checks mean nothing.
 */
export async function tryControls(system: System): Promise<readonly string[]> {
  const found: string[] = [];
  const sound = failing(await runSmoke(planFor(system)));
  if (sound.length > 0) found.push(`a known-good test skill fails in ${system.id}: ${series(sound)}`);
  for (const [check, spoil] of spoilt) {
    const failed = failing(await runSmoke(spoil(planFor(system))));
    // Besides the expected check, "reads" may fail too, as a wrong file was read without being requested.
    if (failed.find((each) => each !== "reads" || check === "reads") !== check)
      found.push(
        `a known-bad test skill must fail ${check} in ${system.id}, but fails ${failed.length === 0 ? "no check" : series(failed)}`,
      );
  }
  if (budget({ ...subject.costs, body: 2 }, { body: 1 }).outcome !== "fail")
    found.push("a body over its limit does not fail budget");
  return found;
}

function failing(results: readonly SmokeResult[]): readonly SmokeCheck[] {
  return results.flatMap(({ check, outcome }) => (outcome === "fail" ? [check] : []));
}

const description = "Stands in for a skill while the checks are tried.";
const frontmatter = `---\nname: control\ndescription: ${description}\n---\n`;
const body = "\nRead references/first.md.\n";
const files = {
  "SKILL.md": frontmatter + body,
  "references/first.md": "First.\n",
  "references/second.md": "Second.\n",
};

const subject: SmokeSubject = {
  source: openMemory("control", files),
  body,
  description,
  fields: ["name", "description"],
  hidden: false,
  references: [{ path: "references/first.md", line: 6, file: "references/first.md", isText: true }],
  linksOut: [],
  nested: [],
  costs: { counter: "estimate", entry: 12, body: 7, files: [] },
  commands: [],
};

function planFor(system: System): SmokeSetup {
  const path = `${shownAt.project}/skills`;
  return {
    system,
    subject,
    tokens: uncounted,
    root: {
      scope: "project",
      path,
      without: [],
      unread: [],
      skills: [{ path: `${path}/control`, depth: 0, source: subject.source }],
    },
  };
}

/** For each check that must fail, the fault that causes it. */
const spoilt: readonly (readonly [SmokeCheck, (plan: SmokeSetup) => SmokeSetup])[] = [
  [
    "announced",
    (plan) =>
      withSource(plan, openMemory("control", { ...files, "SKILL.md": `---\nname: control\n---\n${body}` })),
  ],
  [
    "announced",
    (plan) => ({ ...plan, subject: { ...subject, description: "Is never announced like this." } }),
  ],
  ["activated", (plan) => withSource(plan, { ...subject.source, read: unreadable })],
  ["body", (plan) => ({ ...plan, subject: { ...subject, body: "\nRead references/second.md.\n" } })],
  [
    "references",
    (plan) => ({
      ...plan,
      subject: {
        ...subject,
        references: [{ path: "references/third.md", line: 6, file: "references/third.md", isText: true }],
      },
    }),
  ],
  [
    "again",
    (plan) => ({
      ...plan,
      expected: {
        ...plan.system.expected,
        again: plan.system.expected.again === "repeats" ? "refers" : "repeats",
      },
    }),
  ],
  ["escapes", (plan) => ({ ...plan, subject: { ...subject, linksOut: ["references/second.md"] } })],
  [
    "reads",
    (plan) => ({ ...plan, system: { ...plan.system, open: (world) => openEagerly(plan.system, world) } }),
  ],
];

function withSource(plan: SmokeSetup, source: SkillSource): SmokeSetup {
  return { ...plan, root: { ...plan.root, skills: plan.root.skills.map((skill) => ({ ...skill, source })) } };
}

function unreadable(): never {
  throw new SkillsError("unreadable", "the file cannot be read");
}

/** Reads a file before the model requests it. */
function openEagerly(system: System, world: AgentWorld): Promise<Agent> {
  for (const { source } of world.roots.flatMap(({ skills }) => skills)) source.read("references/second.md");
  return system.open(world);
}
