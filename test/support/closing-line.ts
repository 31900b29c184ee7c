import { readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import type { Run } from "./runs.ts";

/** Prefix of the note of a test that is skipped because something is missing. */
export const needsNote = "needs ";

export const kernelNote = `${needsNote}a kernel that lets a program make namespaces`;
export const corpusNote = `${needsNote}SKILLS_CORPUS, a directory with skills.tar.gz and reference.jsonl`;

/** Cannot be installed, so these are the only skips allowed in CI. */
const allowed: readonly (string | undefined)[] = [kernelNote, corpusNote];

interface Outcome {
  /** "passed", "failed" or "skipped". */
  readonly state: string;
  /** The file and the name of what failed, and why. */
  readonly failure?: string;
}

/** By the test's id. */
type Outcomes = Readonly<Record<string, Outcome>>;

interface Options {
  readonly run?: Run;
  /** That of the samples. */
  readonly seed?: number;
}

/**
 * Ends a run with the number of skipped tests for each missing program, and one line of counts that any CI can parse.
 * What failed is listed above it, as a CI may show only the end of a log. In CI on Linux, a complete run with a skipped
 * test fails. With CLOSING_FILE, the run of `npm test` leaves its outcomes there instead of printing the line, and a
 * later run prints one for both.
 */
export class ClosingLine implements Reporter {
  readonly #run: Run;
  readonly #seed: number | undefined;
  #isWhole = true;

  constructor({ run = "all", seed }: Options = {}) {
    this.#run = run;
    this.#seed = seed;
  }

  onInit(vitest: Vitest): void {
    this.#isWhole = vitest.config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => Array.from(children.allTests()));
    const skipped = tests.filter((test) => test.result().state === "skipped");
    const forbidden = skipped.filter((test) => !allowed.includes(noteOf(test)));
    const outcomes = outcomesOf(modules, tests);
    const lines = wantsOf(skipped);
    if (this.#isWhole && process.env["CI"] && process.platform === "linux" && forbidden.length > 0) {
      process.exitCode = 1;
      lines.unshift(
        ...forbidden.map((test) => `skipped in CI: ${test.module.relativeModuleId} ${test.fullName}`),
      );
    }
    if (this.#run !== "short" && this.#seed !== undefined && countOf(outcomes, "failed") > 0)
      lines.push(`to repeat the samples: SAMPLES_SEED=${this.#seed}`);
    const file = process.env["CLOSING_FILE"];
    if (file !== undefined && this.#run === "short") writeFileSync(file, JSON.stringify(outcomes));
    else lines.push(...endOf(file === undefined ? outcomes : withEarlier(file, outcomes)));
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}

/** A file that breaks outside its tests counts as one that failed. */
function outcomesOf(modules: readonly TestModule[], tests: readonly TestCase[]): Outcomes {
  const broken = modules.filter(
    (module) => module.state() === "failed" && Array.from(module.children.allTests("failed")).length === 0,
  );
  return Object.fromEntries([
    ...tests.map((test): [string, Outcome] => {
      const { state, errors } = test.result();
      return [
        test.id,
        state === "failed"
          ? { state, failure: failureOf(test.module, ` ${test.fullName}`, errors) }
          : { state },
      ];
    }),
    ...broken.map((module): [string, Outcome] => [
      module.id,
      { state: "failed", failure: failureOf(module, "", module.errors()) },
    ]),
  ]);
}

function failureOf(
  { relativeModuleId }: TestModule,
  name: string,
  errors: readonly { readonly message: string }[],
): string {
  return `failed: ${relativeModuleId}${name}: ${errors[0]?.message.split("\n", 1)[0] ?? "no error"}`;
}

/** A test that ran twice failed if it failed once. */
function withEarlier(file: string, outcomes: Outcomes): Outcomes {
  const earlier: Outcomes = JSON.parse(readFileSync(file, "utf8"));
  const failed = Object.entries(earlier).filter(([, { state }]) => state === "failed");
  return { ...earlier, ...outcomes, ...Object.fromEntries(failed) };
}

function countOf(outcomes: Outcomes, state: string): number {
  return Object.values(outcomes).filter((outcome) => outcome.state === state).length;
}

function endOf(outcomes: Outcomes): string[] {
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(
    (state) => `${countOf(outcomes, state)} ${state}`,
  );
  return [
    ...Object.values(outcomes).flatMap(({ failure }) => failure ?? []),
    `${passed}, ${failed}, ${skipped}`,
  ];
}

/** "3 skipped: needs 7z", most frequent first. */
function wantsOf(skipped: readonly TestCase[]): string[] {
  const counts = new Map<string, number>();
  for (const note of skipped.map(noteOf))
    if (note?.startsWith(needsNote)) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([note, many]) => `${many} skipped: ${note}`);
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}
