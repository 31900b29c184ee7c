import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** Prefix of the note of a test that is skipped because something is missing. */
export const needsNote = "needs ";

/** Cannot be installed, so this is the only skip allowed in CI. */
export const kernelNote = `${needsNote}a kernel that lets bwrap make namespaces`;

/**
 * Ends a run with the number of skipped tests for each missing program, and one line of counts that any CI can parse.
 * In CI on Linux, a complete run with a skipped test fails.
 */
export class ClosingLine implements Reporter {
  #isWhole = true;

  onInit(vitest: Vitest): void {
    this.#isWhole = vitest.config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => Array.from(children.allTests()));
    const skipped = tests.filter((test) => test.result().state === "skipped");
    const forbidden = skipped.filter((test) => noteOf(test) !== kernelNote);
    const lines = [...wantsOf(skipped), countsOf(modules, tests)];
    if (this.#isWhole && process.env["CI"] && process.platform === "linux" && forbidden.length > 0) {
      process.exitCode = 1;
      lines.unshift(
        ...forbidden.map((test) => `skipped in CI: ${test.module.relativeModuleId} ${test.fullName}`),
      );
    }
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}

function countsOf(modules: readonly TestModule[], tests: readonly TestCase[]): string {
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const broken = modules.filter(
    (module) => module.state() === "failed" && Array.from(module.children.allTests("failed")).length === 0,
  ).length;
  return `${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped`;
}

/** "3 skipped: needs 7z", most frequent first. */
function wantsOf(skipped: readonly TestCase[]): readonly string[] {
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
