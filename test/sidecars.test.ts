import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { compat } from "../src/api/compat/compat.ts";
import { doctor } from "../src/api/doctor/doctor.ts";
import type { CompatRow } from "../src/model/client-load.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const skill = ".agents/skills/deploy";

function project(sidecar: string | undefined): string {
  return makeTree({
    ".git/HEAD": "",
    [`${skill}/SKILL.md`]: skillMd("deploy"),
    ...(sidecar !== undefined && { [`${skill}/agents/openai.yaml`]: sidecar }),
  });
}

async function inClient(cwd: string, client: string): Promise<CompatRow> {
  const { report } = await compat({ cwd, paths: [skill], clients: [client] });
  return report.data!.rows[0]!;
}

function inDoctor(cwd: string): string {
  const { data } = doctor({ cwd, home: path.join(cwd, "home"), clients: ["codex"] });
  return data!.clients[0]!.skills[0]!.state;
}

const tools = "dependencies:\n  tools:\n    - type: mcp\n      value: github\n";

describe("policy.allow_implicit_invocation of agents/openai.yaml in Codex", () => {
  it.each([
    ["false", "policy:\n  allow_implicit_invocation: false\n"],
    ["false in one line", "policy: {allow_implicit_invocation: false}\n"],
    [
      "false beside other maps",
      `interface:\n  display_name: Deploy\n${tools}policy:\n  allow_implicit_invocation: False\n`,
    ],
    [
      "false beside a null and an unknown key",
      "interface: ~\nmore: [1]\npolicy:\n  allow_implicit_invocation: false\n",
    ],
  ])("hides the skill if it is %s", async (_name, sidecar) => {
    const cwd = project(sidecar);
    expect(await inClient(cwd, "codex")).toMatchObject({ outcome: "as-written", hidden: true, listed: null });
    expect(inDoctor(cwd)).toBe("hidden");
    expect(await inClient(cwd, "copilot-cli")).toMatchObject({ outcome: "as-written", hidden: false });
  });

  it.each([
    ["is missing", undefined],
    ["is true", "policy:\n  allow_implicit_invocation: true\n"],
    ["is null", "policy:\n  allow_implicit_invocation:\n"],
    ["is text", 'policy:\n  allow_implicit_invocation: "false"\n'],
    ["is in no map", "allow_implicit_invocation: false\n"],
    [
      "is in a file with a value of another type",
      "interface: x\npolicy: {allow_implicit_invocation: false}\n",
    ],
    [
      "is in a file with a tool that is no map",
      "dependencies: {tools: [x]}\npolicy: {allow_implicit_invocation: false}\n",
    ],
    ["is in a file that is not YAML", "policy: {allow_implicit_invocation: false\n"],
  ])("does not hide the skill if it %s", async (_name, sidecar) => {
    const cwd = project(sidecar);
    expect(await inClient(cwd, "codex")).toMatchObject({ outcome: "as-written", hidden: false });
    expect(inDoctor(cwd)).toBe("loads");
  });
});

it("does not know what a file says that may not be read", async () => {
  const cwd = project("");
  const sidecar = path.join(cwd, skill, "agents/openai.yaml");
  writeFileSync(sidecar, `policy:\n  allow_implicit_invocation: false\n#${" ".repeat(4_000_000)}\n`);
  const row = await inClient(cwd, "codex");
  expect(row).toMatchObject({ outcome: "unknown" });
  expect(row.reasons[0]).toContain("agents/openai.yaml");
});

it("does not follow a symlink out of the skill", async () => {
  const cwd = project("");
  const sidecar = path.join(cwd, skill, "agents/openai.yaml");
  rmSync(sidecar);
  writeFileSync(path.join(cwd, "shared.yaml"), "policy:\n  allow_implicit_invocation: false\n");
  symlinkSync("../../../../shared.yaml", sidecar);
  expect(await inClient(cwd, "codex")).toMatchObject({ outcome: "unknown" });
});
