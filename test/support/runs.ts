import { readdirSync, readFileSync } from "node:fs";

const tests = new URL("../", import.meta.url);

/** Which tests run: all of them, the part that `npm test` runs, or what that leaves out. */
export type Run = "all" | "short" | "rest";

/** Test files that `npm test` leaves to `npm run test:all`, with what makes them slow. */
export const onlyInFull: Readonly<Record<string, string>> = {
  "add-target": "builds copies of the program",
  "action-changes": "runs the action in the checkouts of a pull request",
  "archive-differentials": "runs the unpackers of other programs",
  "archive-producers": "runs the packers of other programs",
  "compile-cache": "starts the program over a hundred times",
  "canary-client": "starts clients",
  completions: "types in interactive shells",
  corpus: "reads a thousand skills that are not in the repository",
  "doctor-prove": "starts clients",
  "examples-models": "starts servers of models",
  "fix-contradictions": "applies all fixes to all cases, three times",
  "graph-corpus": "reads skills that are not in the repository",
  "hidden-changes": "runs the action in the checkouts of eighty pull requests",
  "install-faults": "kills processes while they install",
  jobs: "runs each command with one and with several threads",
  "loaded-chunks": "starts the program for each list of loaded files",
  "mutated-archives": "opens 20,000 damaged archives",
  names: "installs packages",
  package: "installs the package and runs every command of it",
  "pack-faults": "kills processes while they pack",
  publisher: "loads two copies of the program",
  pasted: "installs packages and pastes hundreds of commands",
  "python-code-points": "asks about every code point",
  release: "builds releases",
  "rename-faults": "fails at each change to the disk",
  "scripts-isolated": "starts sandboxes",
  "script-size": "floods the disk",
  "skills-test-model": "starts programs as models",
  "test-real": "starts clients",
};

/** Test files that run in a process of their own, with what they change in it; the others share processes. */
export const inOwnProcess: Readonly<Record<string, string>> = {
  bytes: "loads src without Buffer",
  "kept-texts": "measures the heap",
  patterns: "records the regular expressions that src makes when it is loaded",
  programs: "replaces process.env",
};

export function isRun(mode: string): mode is Run {
  return mode === "all" || mode === "short" || mode === "rest";
}

/** The test files of a run, from the root of the repository. */
export function filesOf(run: Run): { readonly shared: readonly string[]; readonly own: readonly string[] } {
  const files = names().filter((name) =>
    run === "short" ? !(name in onlyInFull) : run === "all" || name in onlyInFull || hasMore(name),
  );
  const [own, shared] = [true, false].map((isOwn) =>
    files.filter((name) => name in inOwnProcess === isOwn).map((name) => `test/${name}.test.ts`),
  );
  return { shared: shared!, own: own! };
}

/** The names of all test files, without their extensions. */
export function names(): readonly string[] {
  return readdirSync(tests)
    .flatMap((file) => (file.endsWith(".test.ts") ? [file.slice(0, -".test.ts".length)] : []))
    .sort();
}

/** Whether `npm test` leaves out a part of this file, such as most of its samples. */
function hasMore(name: string): boolean {
  return readFileSync(new URL(`${name}.test.ts`, tests), "utf8").includes("./support/samples.ts");
}
