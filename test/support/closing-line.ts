import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line of counts, which any CI can read. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap(({ children }) => Array.from(children.allTests()));
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === "failed" && Array.from(module.children.allTests("failed")).length === 0,
    ).length;
    process.stdout.write(
      `\n${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped\n`,
    );
  },
};
