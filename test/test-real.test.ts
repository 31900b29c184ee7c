import { existsSync, readdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { compareText } from "../src/api/real/judge-session.ts";
import type { RunPlan } from "../src/api/real/open-client.ts";
import { testReal } from "../src/api/real/test-real.ts";
import { canIsolate } from "../src/real/sandbox.ts";
import type { RealOutcome, RealStage, TestRealData } from "../src/model/reports/test-real.ts";
import { kernelNote } from "./support/closing-line.ts";
import { runSkills } from "./support/io.ts";
import { needs } from "./support/needs.ts";
import { schemaOf } from "./support/schema.ts";
import { placeFake } from "./support/place-fake.ts";
import { makeTree } from "./support/tree.ts";

const skill = `---
name: plots
description: Draws plots of tables. Use when the user asks for a plot or a chart of a table.
---

# Plots

Read [the colors](references/colors.md).

1. The first step of it.
2. The second step of it.
`;

/** A directory with a skill, and the program \`fake\` that behaves so. */
function prepare(behavior: string): string {
  const cwd = makeTree({
    "plots/SKILL.md": skill,
    "plots/references/colors.md": "# Colors\n\n\tBlue and red.\n",
  });
  placeFake(path.join(cwd, "bin"), behavior);
  return cwd;
}

const env = { PATH: process.env["PATH"], HOME: tmpdir() };

async function play(
  behavior: string,
  more: { readonly seconds?: number; readonly env?: typeof env } = {},
): Promise<{
  readonly outcome: number;
  readonly data: TestRealData;
  readonly stages: Partial<Record<RealStage, RealOutcome>>;
  readonly messages: string;
}> {
  const cwd = prepare(behavior);
  const options = {
    paths: ["plots"],
    cwd,
    env,
    client: "claude-code",
    command: "./bin/fake",
    allowNetwork: true,
    allowHome: true,
  };
  const { outcome, data } = await testReal({ ...options, ...more });
  const [first] = data!.skills;
  return {
    outcome,
    data: data!,
    stages: Object.fromEntries(first!.stages.map((each) => [each.stage, each.outcome])),
    messages: first!.stages.map(({ message }) => message).join("\n"),
  };
}

const passed = { announced: "pass", activated: "pass", body: "pass", file: "pass" };

it("passes a skill that goes through all stages", async () => {
  const { outcome, data, stages, messages } = await play("works");
  expect(stages).toEqual(passed);
  expect(messages).toContain("references/colors.md: ");
  expect(data.control.map((each) => each.outcome)).toEqual(["pass", "pass", "pass", "pass"]);
  expect(data.client).toMatchObject({
    client: "claude-code",
    version: "2.1.332",
    record: { version: "2.1.332", exact: true },
  });
  expect(data.skills[0]!.unpredicted).toEqual([]);
  expect(outcome).toBe(0);
});

it("compares a version without a record with the newest one, and says so", async () => {
  const { data, outcome } = await play("newer");
  expect(data.client).toMatchObject({ version: "99.1.0", record: { exact: false } });
  expect(outcome).toBe(0);
});

it("fails a skill that the client does not announce, and names what was predicted", async () => {
  const { outcome, data, stages, messages } = await play("drops");
  expect(stages).toEqual({
    announced: "fail",
    activated: "not-measurable",
    body: "not-measurable",
    file: "not-measurable",
  });
  expect(messages).toContain("not announced");
  expect(data.skills[0]!.unpredicted).toEqual([
    'the record of 2.1.332 predicts that it is announced as "plots"',
  ]);
  expect(outcome).toBe(1);
});

it("fails a skill without which the client offers no skill tool", async () => {
  const { outcome, stages, messages } = await play("offers-no-tool");
  expect(stages.announced).toBe("fail");
  expect(messages).toContain("not announced");
  expect(outcome).toBe(1);
});

it("measures nothing in a client that announces no skill at all", async () => {
  const { outcome, data, stages } = await play("silent");
  expect(data.control[0]).toMatchObject({ stage: "announced", outcome: "fail" });
  expect(stages.announced).toBe("could-not-measure");
  expect(outcome).toBe(2);
});

it("says where a description is cut", async () => {
  const { outcome, stages, messages } = await play("shortens");
  expect(stages).toEqual({ ...passed, announced: "fail" });
  expect(messages).toContain("description is cut after 20 of 79 characters");
  expect(outcome).toBe(1);
});

it("says where a body is cut", async () => {
  const { outcome, stages, messages } = await play("cuts");
  expect(stages).toEqual({ ...passed, body: "fail" });
  expect(messages).toContain("cut after 30 of 101 characters");
  expect(outcome).toBe(1);
});

it("says how much is left out of the middle of a body", () => {
  const body = Array.from({ length: 400 }, (_line, at) => `Line ${at} of the body.`).join("\n");
  const cut = `${body.slice(0, 500)}\n[7,000 characters truncated]\n${body.slice(-500)}`;
  expect(compareText(body, cut)).toEqual({
    outcome: "fail",
    message: "7,689 of 8,689 characters are left out after the first 500",
    warnings: [],
  });
});

it("shows the line of a body that is changed", async () => {
  const { stages, messages } = await play("changes");
  expect(stages).toEqual({ ...passed, body: "fail" });
  expect(messages).toContain('line 6 on: "2. The last step of it." instead of "2. The second step of it."');
});

it("fails a skill whose activation the client refuses", async () => {
  const { stages, messages } = await play("refuses");
  expect(stages).toEqual({
    announced: "pass",
    activated: "fail",
    body: "not-measurable",
    file: "not-measurable",
  });
  expect(messages).toContain('"Unknown skill: plots"');
});

it("fails a skill at whose activation the client ends", async () => {
  const { outcome, stages, messages } = await play("stops-at-activation");
  expect(stages.activated).toBe("fail");
  expect(messages).toContain("exit code 5");
  expect(outcome).toBe(1);
});

it("fails a file that the client does not read", async () => {
  const { stages, messages } = await play("reads-no-files");
  expect(stages).toEqual({ ...passed, file: "fail" });
  expect(messages).toContain('references/colors.md: "File is outside of the project."');
});

it("fails a skill that ends the client, which starts with the control", async () => {
  const { outcome, stages, messages } = await play("crashes-on-skill");
  expect(stages.announced).toBe("fail");
  expect(messages).toContain('exit code 4, "cannot parse the skill"');
  expect(outcome).toBe(1);
});

it("measures nothing in a client that crashes", async () => {
  const { outcome, stages, messages } = await play("crashes");
  expect(stages.announced).toBe("could-not-measure");
  expect(messages).toContain('exit code 3, "no license"');
  expect(outcome).toBe(2);
});

it("ends a client that hangs, and measures nothing", async () => {
  const { outcome, stages, messages } = await play("hangs", { seconds: 3 });
  expect(stages.announced).toBe("could-not-measure");
  expect(messages).toContain("asked the model nothing in 3 seconds");
  expect(outcome).toBe(2);
});

it("gives the client neither variables nor the home directory of the user", async () => {
  const { stages } = await play("checks-environment", {
    env: { ...env, ...{ SECRET_KEY: "k", ANTHROPIC_API_KEY: "real", HOME: "/nonexistent" } },
  });
  expect(stages).toEqual(passed);
});

it("gives the client a loopback of its own", async ({ skip }) => {
  needs("ip");
  if (!canIsolate()) skip(kernelNote);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    expect((await play(`connects-to-${port}`)).stages).toEqual(passed);
  } finally {
    server.close();
  }
});

it("starts nothing where no network namespace can be created", async () => {
  const cwd = prepare("works");
  const args = ["test", "--real", "claude-code", "--client-command", "./bin/fake", "plots"];
  const { code, stdout, stderr } = await runSkills(args, { cwd, env: { ...env, PATH: "/nonexistent" } });
  expect(stderr).toContain("cannot create a network namespace, so nothing was started");
  expect(stderr).toContain("--allow-network");
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

it("starts the client there with --allow-network, and says so", async () => {
  const cwd = prepare("works");
  const args = [
    "test",
    "--real",
    "claude-code",
    "--client-command",
    "./bin/fake",
    "--allow-network",
    "--allow-home",
    "plots",
  ];
  const { code, stdout, stderr } = await runSkills(args, { cwd, env: { ...env, PATH: "/nonexistent" } });
  expect(stderr).toContain("YOURS, as --allow-network permits");
  expect(stdout).toContain("4 of 4 stages passed");
  expect(code).toBe(0);
});

it("prints what it will run, and JSON that matches the schema", async () => {
  const cwd = prepare("cuts");
  const given = ["--client-command", "./bin/fake", "--allow-network", "--allow-home", "--format", "json"];
  const { code, stdout, stderr } = await runSkills(["test", "--real", "claude-code", ...given], { cwd, env });
  expect(stderr).toContain("starts      Claude Code\n");
  expect(stderr).toContain(`command     ${path.join(cwd, "bin/fake")} -p hi`);
  expect(stderr).toContain("HOME        a new directory in ");
  expect(stderr).not.toContain("\r");
  const report = JSON.parse(stdout);
  expect(schemaOf("report")(report)).toBe(true);
  expect(report).toMatchObject({ command: "test", outcome: 1, data: { client: { client: "claude-code" } } });
  expect(code).toBe(1);
});

it("removes everything temporary", async () => {
  const cwd = prepare("works");
  vi.stubEnv("TMPDIR", cwd);
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = readdirSync(cwd);
  const options = {
    paths: ["plots"],
    cwd,
    env,
    client: "claude-code",
    command: "./bin/fake",
    allowNetwork: true,
    allowHome: true,
  };
  const plans: RunPlan[] = [];
  const { outcome } = await testReal({ ...options, onPlan: (plan) => plans.push(plan) });
  expect(outcome).toBe(0);
  expect(plans[0]!.folder.startsWith(path.join(realpathSync(cwd), "skills-real-"))).toBe(true);
  expect(readdirSync(cwd)).toEqual(before);
});

it.each([
  [["--real", "claude"], 'unknown client "claude"; use "claude-code", '],
  [["--real", "vscode"], 'cannot start "vscode"; use "claude-code", '],
  [["--real", "claude-code", "--client-command", "./absent"], 'no program "./absent"'],
  [["--real", "claude-code"], '"claude" is not on the search path'],
  [["--real", "claude-code", "--system", "agio"], "--real cannot be used with --system"],
  [["--real", "claude-code", "--jobs", "2", "-q"], "--real cannot be used with --quiet and --jobs"],
  [["--timeout", "3"], "--timeout needs --real"],
  [["--real", "claude-code", "--format", "junit"], "--real prints text or json only"],
  [["--real", "claude-code", "--timeout", "0"], '--timeout "0" must be a whole number of 1 or more'],
])("refuses %j", async (args, message) => {
  const cwd = prepare("works");
  const { code, stdout, stderr } = await runSkills(["test", ...args], { cwd, env: { PATH: "/nonexistent" } });
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

it("keeps the copy of the skill inside its temporary project", async () => {
  const cwd = prepare("works");
  expect(
    (await runSkills(["test", "--real", "claude-code", "--client-command", "./bin/fake"], { cwd, env })).code,
  ).not.toBe(1);
  expect(existsSync(path.join(cwd, ".claude"))).toBe(false);
});
