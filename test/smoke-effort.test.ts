import { expect, it } from "vitest";
import { joinObjections } from "../src/lint/objection.ts";
import { loadSkill } from "../src/lint/load-skill.ts";
import { smokeRoot } from "../src/api/smoke/smoke-root.ts";
import { readForSmoke } from "../src/api/smoke/smoke-subject.ts";
import type { System } from "../src/harness/system.ts";
import { estimateTokens } from "../src/core/estimate-tokens.ts";
import type { Diagnostic } from "../src/model/report.ts";
import { openSkillFiles } from "../src/harness/tools/skill-files.ts";
import { runSmoke } from "../src/harness/smoke/run-smoke.ts";
import { systems } from "../src/generated/systems.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillMd } from "./support/tree.ts";

const tokens = { name: "estimate", count: estimateTokens };

interface Work {
  /** Number of replies of the model. */
  replies: number;
  /** Number of copies of the whole conversation. */
  copies: number;
}

/** The same agents, counting the requests. */
function counting(system: System, work: Work): System {
  return {
    ...system,
    open: async (world) => {
      const agent = await system.open(world);
      return {
        catalog: agent.catalog,
        problems: agent.problems,
        answer: undefined,
        conversation: agent.conversation,
        say: (words) => agent.say(words),
        request: () => (work.copies++, agent.request()),
        take: (reply) => (work.replies++, agent.take(reply)),
      };
    },
  };
}

async function play(system: System, links: number) {
  const work: Work = { replies: 0, copies: 0 };
  const names = Array.from({ length: links }, (_, index) => `references/${index}.md`);
  const source = openMemory("forms", {
    "SKILL.md": skillMd("forms", `${names.map((name) => `[a](${name})`).join(" ")}\n`),
    ...Object.fromEntries(names.map((name) => [name, "Guide.\n"])),
  });
  const subject = readForSmoke(source, tokens).subject!;
  const results = await runSmoke({
    system: counting(system, work),
    subject,
    root: smokeRoot(system, subject),
    tokens,
  });
  return { work, results, reference: results.find(({ check }) => check === "references") };
}

it.each(systems)("requests at most a thousand paths in $id, and reports that", async (system) => {
  const { work, results, reference } = await play(system, 1200);
  expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
  expect(reference).toMatchObject({
    message: expect.stringMatching(/^1,000 paths in the instructions/),
    warnings: ["only the first 1,000 of 1,200 paths in the instructions were tested"],
  });
  expect(work.replies).toBeLessThan(1010);
});

it.each(systems)(
  "copies the conversation of $id no more often for many paths than for few",
  async (system) => {
    const [few, many] = [await play(system, 2), await play(system, 300)];
    expect(many.work.copies).toBe(few.work.copies);
    expect(many.reference).toMatchObject({ outcome: "pass", warnings: [] });
  },
);

it("stops suggesting files for thousands of missing paths", () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`references/guide-${index}.md`, ""]),
  );
  const skill = {
    name: "forms",
    path: "/project/forms",
    source: openMemory("forms", { "SKILL.md": skillMd("forms"), ...files }),
  };
  const opened = openSkillFiles(() => [skill]);
  const answers = Array.from(
    { length: 150 },
    (_, index) => opened.read({ path: `references/giude-${index}.md`, base: skill.path }).event.text,
  );
  const guesses = answers.filter((answer) => answer?.includes("did you mean"));
  expect(answers[0]).toBe('"references/giude-0.md" does not exist; did you mean "references/guide-0.md"?');
  expect([guesses.length, answers.at(-1)]).toEqual([99, '"references/giude-149.md" does not exist']);
});

it("compares each finding with the lines of an objection once", () => {
  let looks = 0;
  const lines = Array.from({ length: 2000 }, (_, index) => index + 1);
  const findings = lines.map((line): Diagnostic => {
    const place = { line, column: 1, offset: line, byteOffset: line };
    return {
      ruleId: "reference-broken",
      category: "spec",
      origin: "guidance",
      severity: "warning",
      message: "it leads nowhere",
      file: "SKILL.md",
      end: place,
      refusedBy: [],
      related: [],
      fixes: [],
      get start() {
        looks++;
        return place;
      },
    };
  });
  const { skill } = loadSkill(openMemory("forms", { "SKILL.md": skillMd("forms") }), []);
  const joined = joinObjections(
    { diagnostics: findings, reasonsByFinding: new Map() },
    skill.document,
    [
      {
        ruleId: "smoke-references",
        by: ["agio"],
        message: "they lead nowhere",
        lines,
        rules: ["reference-broken"],
      },
    ],
    [],
  );
  expect(joined.map(({ refusedBy }) => refusedBy)).toEqual(lines.map(() => ["agio"]));
  // A sort reads a value once per comparison.
  expect(looks).toBeLessThan(lines.length * 50);
});
