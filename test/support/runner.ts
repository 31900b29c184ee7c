import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { afterAll } from "vitest";
import { readLog, readOutputs, type RunnerCommand } from "./runner-log.ts";
import { makeTree } from "./tree.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Step {
  readonly workspace: string;
  readonly event: string;
  readonly payload?: unknown;
  readonly with?: Readonly<Record<string, string>>;
  /** The commit that the event is about. */
  readonly sha?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the bundle that is made of the sources. */
  readonly main?: string;
}

export interface Stepped {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly commands: readonly RunnerCommand[];
  readonly annotations: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

let folder: string | undefined;

/** The action as a release bundles it, once for a file of tests. */
function bundledAction(): string {
  if (folder === undefined) {
    folder = mkdtempSync(path.join(tmpdir(), "skills-action-"));
    execFileSync(process.execPath, [path.join(root, "build/action.js"), folder]);
  }
  return path.join(folder, "action.cjs");
}

/** To be called at the top of a file of tests that runs the action. */
export function removeBundle(): void {
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    // Files of tests share this module.
    folder = undefined;
  });
}

/** Runs the action as GitHub's runner does: in a process of its own that has nothing but what the runner says. */
export function runStep(step: Step): Stepped {
  const files = makeTree({
    "event.json": JSON.stringify(step.payload ?? {}),
    "temp/.keep": "",
    "home/.keep": "",
    output: "",
    "summary.md": "",
  });
  const at = (file: string): string => path.join(files, file);
  const env = {
    PATH: process.env["PATH"],
    HOME: at("home"),
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: step.event,
    GITHUB_EVENT_PATH: at("event.json"),
    GITHUB_WORKSPACE: step.workspace,
    GITHUB_SHA: step.sha ?? "0123456789012345678901234567890123456789",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "octo/skills",
    GITHUB_OUTPUT: at("output"),
    GITHUB_STEP_SUMMARY: at("summary.md"),
    RUNNER_TEMP: at("temp"),
    ...inputVariables(step.with ?? {}),
    ...step.env,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [step.main ?? bundledAction()], {
    cwd: step.workspace,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const commands = readLog(stdout);
  return {
    code: status,
    stdout,
    stderr,
    commands,
    annotations: commands.filter(({ name }) => ["error", "warning", "notice"].includes(name)),
    outputs: readOutputs(readFileSync(at("output"), "utf8")),
    summary: readFileSync(at("summary.md"), "utf8"),
  };
}

/** The report of a step. */
export function reportOf({ outputs }: Stepped): unknown {
  return JSON.parse(readFileSync(outputs["report"]!, "utf8"));
}

/**
 * What `with` says, and for what it leaves out the defaults: "changed-only" is INPUT_CHANGED-ONLY (actions/runner
 * src/Runner.Worker/Handlers/Handler.cs).
 */
function inputVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { inputs } = parse(readFileSync(path.join(root, "action.yml"), "utf8")) as {
    inputs: Readonly<Record<string, { default?: string }>>;
  };
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(", ")}`);
  const values = Object.keys(inputs).map(
    (name) => [name, given[name] ?? inputs[name]!.default ?? ""] as const,
  );
  return Object.fromEntries(
    values.map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]),
  );
}

/** The parts of a payload that say what a pull request is about; `fork` is the repository that it comes from. */
export function pullPayload(
  { base, head }: { readonly base: string; readonly head: string },
  fork?: string,
): unknown {
  const repository = { full_name: "octo/skills", default_branch: "main", fork: false };
  const from = fork === undefined ? repository : { full_name: fork, default_branch: "main", fork: true };
  return {
    action: "synchronize",
    number: 1,
    pull_request: {
      number: 1,
      state: "open",
      title: "Add ::error::a skill",
      base: { ref: "main", sha: base, repo: repository },
      head: { ref: "topic", sha: head, label: "someone:topic", repo: from },
      merge_commit_sha: null,
    },
    repository,
    sender: { login: "someone", type: "User" },
  };
}
