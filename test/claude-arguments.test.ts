import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PreviewData } from "../src/model/reports/preview.ts";
import { claudeCode } from "../src/targets/clients/claude-code.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

interface Delivered {
  readonly dir: string;
  readonly text: string;
  readonly args?: string;
  readonly body: string;
}

const record = new URL("../fixtures/live/arguments/claude-code@2.1.332.json", import.meta.url);
const cases: readonly Delivered[] = JSON.parse(readFileSync(record, "utf8"));

it("delivers each body as the real client did, with and without arguments", () => {
  expect(cases.length).toBeGreaterThanOrEqual(72);
  const load = claudeCode.versions[0]!.load!;
  for (const { dir, text, args, body } of cases) {
    const loaded = load({
      directory: dir,
      bytes: new TextEncoder().encode(text),
      ...(args !== undefined && { args }),
    });
    expect({ text, args, body: loaded.loads === true ? loaded.body : loaded }).toEqual({
      text,
      args,
      body,
    });
  }
});

describe("skills preview --args", () => {
  const files = {
    "pay/SKILL.md": `---
name: pay
description: Writes amounts of money. Use when an invoice needs an amount.
---

# Amounts

Write $0 as dollars.

\`\`\`bash
awk '{print $1}' amounts.txt
\`\`\`
`,
  };
  const run = (...args: readonly string[]) =>
    runSkills(["preview", "--client", "claude-code", ...args, "pay"], { cwd: makeTree(files) });

  it("shows the body as delivered and marks what changed", async () => {
    const { code, stdout } = await run("--args", "500 eur");
    expect(code).toBe(0);
    expect(stdout).toContain("  Write 500 as dollars.\n");
    expect(stdout).toContain(`Claude Code changes 2 parts of the body:
  @@ line 8 @@
  -Write $0 as dollars.
  +Write 500 as dollars.
  @@ line 11 @@
  -awk '{print $1}' amounts.txt
  +awk '{print eur}' amounts.txt
`);
  });

  it("refuses arguments where it is not recorded what the client does with them", async () => {
    const cwd = makeTree(files);
    const { code, stdout, stderr } = await runSkills(
      ["preview", "--client", "codex", "--args", "500", "pay"],
      { cwd },
    );
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/it is not recorded what Codex CLI \S+ does with arguments/);
  });

  it("has no changes without arguments, and appends those that nothing takes", async () => {
    expect((await run()).stdout).not.toContain("changes");
    const other = makeTree({ "pay/SKILL.md": files["pay/SKILL.md"].replaceAll("$", "") });
    const args = ["preview", "--client", "claude-code", "--format", "json", "--args", "500", "pay"];
    const { stdout } = await runSkills(args, { cwd: other });
    const report = JSON.parse(stdout) as { readonly data: PreviewData };
    expect(schemaOf("report")(report)).toBe(true);
    expect(report.data.skills[0]?.body).toMatch(/\n\nARGUMENTS: 500$/);
    expect(report.data.skills[0]?.changes).toEqual([
      { line: 13, written: [], delivered: ["", "", "ARGUMENTS: 500"] },
    ]);
  });
});
