import { describe, expect, it } from "vitest";
import type { PreviewData } from "../src/model/reports/preview.ts";
import { runSkills } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

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

  const previewIn = async (client: string, ...args: readonly string[]) =>
    runSkills(["preview", "--client", client, ...args, "pay"], { cwd: makeTree(files) });

  it("refuses arguments where it is not recorded what the client does with them", async () => {
    const { code, stdout, stderr } = await previewIn("goose", "--args", "500");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/it is not recorded what \S+ \S+ does with arguments/);
  });

  it("refuses arguments where a client drops them", async () => {
    const { code, stdout, stderr } = await previewIn("continue", "--args", "500");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/Continue \S+ has no arguments for skills; preview it without `--args`/);
  });

  it("says that a client gives the model the arguments before an unchanged body", async () => {
    const { code, stdout } = await previewIn("cline", "--args", "500");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Body: .* delivered when the user calls the skill\n {2}the arguments are not part of it; they come before it$/m,
    );
    expect(stdout).not.toContain("changes");
    expect((await previewIn("cline")).stdout).not.toContain("arguments");
  });

  it("replaces numbers in opencode if the user calls the skill, also without arguments", async () => {
    const chosen = await previewIn("opencode");
    const called = await previewIn("opencode", "--args", "");
    const withTwo = await previewIn("opencode", "--args", "500 eur");
    expect(chosen.stdout).toContain("  Write $0 as dollars.\n");
    expect(called.stdout).toContain("+awk '{print }' amounts.txt\n");
    expect(withTwo.stdout).toContain("+Write undefined as dollars.\n");
    expect(withTwo.stdout).toContain("+awk '{print 500 eur}' amounts.txt\n");
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
