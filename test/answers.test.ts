import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { checkPreparer } from "../src/api/check/prepare-check.ts";
import { lintPreparer } from "../src/api/lint/prepare-lint.ts";
import { validatePreparer } from "../src/api/validate.ts";
import { inOrder } from "../src/core/in-order.ts";
import { contextReader } from "../src/find/surroundings.ts";
import type { Prepared } from "../src/lint/examine.ts";
import type { Answer, Question } from "../src/model/answer.ts";
import type { SkillSource } from "../src/model/source.ts";
import { openDirectory } from "../src/read/directory.ts";
import { answersOf, type Origins } from "../src/run/answers.ts";
import { openCache } from "../src/run/cache.ts";
import { emptyMemory } from "../src/run/memory.ts";
import { type ConformanceCase, placeFiles, readLines } from "./support/cases.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { makeTree } from "./support/tree.ts";
import { isFull } from "./support/samples.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

/** A directory with skills.tar.gz; then everything is asked about all of its skills. */
const questions: Readonly<Record<string, Question>> = {
  validate: { examiners: ["lint"], targets: ["spec", "codex"], rules: "validate", digests: true },
  lint: {
    examiners: ["lint"],
    targets: ["spec", "claude-api", "claude-code"],
    rules: { requested: ["body-bytes", "script-intent"] },
    digests: true,
  },
  check: {
    examiners: ["loads", "lint", "costs", "pack", "smoke"],
    targets: ["spec", "claude-ai", "agentskills", "react-actions"],
    rules: { requested: [] },
    digests: true,
  },
};

async function prepare(question: Question): Promise<Prepared> {
  const contextOf = contextReader();
  if (question.rules === "validate") return validatePreparer(contextOf)(question);
  const lint = await lintPreparer({ contextOf })(question);
  return question.examiners.includes("costs") ? checkPreparer(tmpdir())(lint, question) : lint;
}

/** The directories with a file that may be a SKILL.md, by their paths. */
function skillsBelow(root: string): readonly SkillSource[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const directories = files.filter((file) => /(?:^|[\\/])skill\.md$/i.test(file)).map(path.dirname);
  return Array.from(new Set(directories))
    .sort()
    .map((directory) => openDirectory(path.join(root, directory), directory));
}

interface Asked {
  readonly sources: readonly SkillSource[];
  readonly question: Question;
  readonly prepared: Prepared;
}

/** The bytes of the answers, and how many of them were not known. */
async function ask(
  { sources, question, prepared }: Asked,
  origins: Pick<Origins, "cache" | "memory"> = {},
): Promise<{ readonly bytes: readonly string[]; readonly examined: number }> {
  let examined = 0;
  const answers = await answersOf(sources, {
    cwd: tmpdir(),
    questionOf: () => question,
    prepare: async () => prepared,
    begin: () => {
      examined++;
      return question;
    },
    ...origins,
  });
  return { bytes: answers.map((answer) => JSON.stringify(answer)), examined };
}

const program = fileURLToPath(new URL("../dist/bin/thread.cjs", import.meta.url));

/** What the threads of the built program send back. */
async function askThreads({ sources, question }: Asked, count: number): Promise<readonly string[]> {
  const threads = Array.from({ length: count }, () => new Worker(program, { workerData: tmpdir() }));
  const replies = await inOrder(Array.from(threads.entries()), count, async ([at, thread]) => {
    const own = sources.filter((_, index) => index % count === at);
    return inOrder(own, 1, async ({ directory, label, mark }) => {
      thread.postMessage({ opened: { directory, label, mark: mark?.() }, question });
      const [reply] = await once(thread, "message");
      return String(reply);
    });
  });
  await Promise.all(threads.map((thread) => thread.terminate()));
  return sources.map((_, at) => replies[at % count]![Math.floor(at / count)]!);
}

async function compareOrigins(sources: readonly SkillSource[], question: Question): Promise<void> {
  const asked = { sources, question, prepared: await prepare(question) };
  const here = await ask(asked);
  const parsed = here.bytes.map((bytes): Answer => JSON.parse(bytes));
  expect(parsed.map(({ subject }) => subject.path)).toEqual(sources.map(({ label }) => label));
  expectEqual(await askThreads(asked, isFull ? 4 : 2), here.bytes);
  const location = path.join(makeTree({}), "answers.cache");
  const cold = openCache({ location }, tmpdir());
  expectEqual((await ask(asked, { cache: cold })).bytes, here.bytes);
  await cold.save();
  const warm = await ask(asked, { cache: openCache({ location }, tmpdir()) });
  expectEqual(warm.bytes, here.bytes);
  // The others have links to directories, or files that cannot be read.
  expect(warm.examined).toBeLessThan(10 + sources.length / 20);
  const memory = emptyMemory();
  await ask(asked, { memory });
  const remembered = await ask(asked, { memory });
  expectEqual(remembered.bytes, here.bytes);
  expect(remembered.examined).toBe(0);
}

/** Shows the first difference only: an answer is long. */
function expectEqual(actual: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((bytes, index) => bytes !== actual[index]);
  expect(actual[at]).toBe(expected[at]);
  expect(actual.length).toBe(expected.length);
}

/** In `npm test`, all skills are linted, and a part of them is checked by all agents, which takes long. */
function chosenFor(command: string, sources: readonly SkillSource[]): readonly SkillSource[] {
  const every = isFull || command === "lint" ? 1 : 16;
  return sources.filter((_, at) => at % every === 0);
}

const commands = Object.keys(questions);

it.each(commands)("answers the same about all fixtures from every origin (%s)", async (command) => {
  const all = skillsBelow(fixturesRoot);
  expect(all.length).toBeGreaterThan(500);
  await compareOrigins(chosenFor(command, all), questions[command]!);
});

it.each(commands)("answers the same about all conformance cases from every origin (%s)", async (command) => {
  const cases = readLines<ConformanceCase>(new URL("../fixtures/reference/cases.jsonl", import.meta.url));
  const roots = cases.map(({ files }) => placeFiles(files));
  const all = cases.map(({ id, skill }, at) => openDirectory(path.join(roots[at]!, skill), id));
  // Longer than files count as just written, and then answers about them are not saved.
  await wait(60);
  await compareOrigins(chosenFor(command, all), questions[command]!);
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

if (isFull)
  describe("over the corpus", () => {
    const root = unpackSkills();

    it.each(commands)("answers the same from every origin (%s)", async (command) => {
      const all = skillsBelow(root());
      expect(all.length).toBeGreaterThan(200);
      await compareOrigins(all, questions[command]!);
    });
  });
