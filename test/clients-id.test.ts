import { expect, it } from "vitest";
import { systemIds } from "../src/model/agent.ts";
import { clientIds, targets } from "../src/model/target.ts";
import { runSkills } from "./support/io.ts";

it("says in three lines what any program is and who asks it", async () => {
  const { stdout, code } = await runSkills(["clients", "codex", "react-actions", "claude-api"]);
  expect(code).toBe(0);
  expect(stdout.split("\n\n").map((block) => block.trimEnd().split("\n"))).toEqual([
    [
      expect.stringMatching(
        /^codex: Codex CLI; a recorded agent client \(\d+\.\d+\.\d+: live, \d{4}-\d\d-\d\d\)$/,
      ),
      "  asked by `skills compat --client codex` and `skills check --target codex`",
      expect.stringMatching(/^ {2}source: npm @openai\/codex [\d.]+, and \d+ other sources$/),
    ],
    [
      "react-actions: ReAct with structured actions; an agent simulated by its documents",
      "  asked by `skills test --system react-actions` and `skills check --target react-actions`",
      expect.stringMatching(/^ {2}source: /),
    ],
    [
      expect.stringMatching(/^claude-api: .*; a validator and an uploader$/),
      "  asked by `skills validate --target claude-api`, `skills pack --target claude-api` and `skills check --target claude-api`",
      expect.stringMatching(/^ {2}source: /),
    ],
  ]);
});

it("knows every id that another command takes", async () => {
  const ids = Array.from(new Set([...targets, ...clientIds, ...systemIds]));
  const { stdout } = await runSkills(["clients", "--format", "json", ...ids]);
  const { programs } = JSON.parse(stdout).data;
  expect(programs.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(
    programs.filter(({ kinds, sources }: { kinds: []; sources: [] }) => kinds.length * sources.length === 0),
  ).toEqual([]);
});

it("suggests an id for an unknown one", async () => {
  const { stderr, code } = await runSkills(["clients", "codx"]);
  expect([code, stderr]).toEqual([2, 'skills: unknown id "codx"\ndid you mean "codex"?\n']);
});
