import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

it.each([
  ["rules: {name-format: none}", "off"],
  ["rules: {name-format: warn}", "warning"],
  ["rules: {name-format: err}", "error"],
  ["targets: [codex-cli]", "codex"],
  ["targets: [claude]", "claude-code"],
  ["clients: [codex-cli]", "codex"],
  ["clients: [claude]", "claude-code"],
  ["exclude: [a]", "ignore"],
])("suggests our word for that of another tool in %s", async (config, word) => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a"), "skills.config.yaml": `${config}\n` });
  expect(await runSkills(["lint"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`; did you mean "${word}"?`),
  });
});

it.each([
  [["check", "--rule", "name-format=none"], "off"],
  [["check", "--rule", "name-format=warn"], "warning"],
  [["check", "--rule", "name-format=err"], "error"],
  [["check", "--target", "codex-cli"], "codex"],
  [["check", "--target", "claude"], "claude-code"],
  [["check", "--client", "codex-cli"], "codex"],
  [["check", "--client", "claude"], "claude-code"],
  [["compat", "--client", "claude"], "claude-code"],
])("suggests our word for that of another tool in %j", async (args, word) => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a") });
  expect(await runSkills(args, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`; did you mean "${word}"?`),
  });
});
