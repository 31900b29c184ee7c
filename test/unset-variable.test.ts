import { expect, it } from "vitest";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** The findings about a skill whose body ends with a text, or whose notes have it. */
async function found(text: string, { files = {}, words = [] as string[], inNotes = false } = {}) {
  const cwd = makeTree({
    ".git/HEAD": "",
    "skills/forms/SKILL.md": `${skillMd("forms")}\n${inNotes ? "Read references/notes.md." : text}\n`,
    ...(inNotes && { "skills/forms/references/notes.md": `${text}\n` }),
    "skills/forms/scripts/fill.py": "print(1)\n",
    ...files,
  });
  const { stdout } = await runSkills(["lint", "--format", "json", ...words], { cwd });
  const { subjects } = JSON.parse(stdout);
  return subjects.flatMap(
    ({ findings }: { findings: { ruleId: string; severity: string; message: string }[] }) =>
      findings.flatMap(({ ruleId, severity, message }) =>
        ruleId === "own-path-fixed" ? [`${severity}: ${message}`] : [],
      ),
  );
}

const skillDirectory = 'Run `python3 "${CLAUDE_SKILL_DIR}/scripts/fill.py"`.';

it("names the clients that do not set the variable, once for a skill", async () => {
  expect(await found(`${skillDirectory} Or \`$SKILL_DIR/scripts/fill.py\`.`)).toEqual([
    'warning: "${CLAUDE_SKILL_DIR}" is not set in Codex CLI, Copilot CLI, VS Code, Gemini CLI, opencode and 2 more (2 paths); write `scripts/fill.py`',
  ]);
});

it("is silent about clients that were not chosen", async () => {
  expect(await found(skillDirectory, { words: ["--client", "claude-code"] })).toEqual([]);
  expect(await found(skillDirectory, { words: ["--client", "claude-code,codex"] })).toEqual([
    'warning: "${CLAUDE_SKILL_DIR}" is not set in Codex CLI; write `scripts/fill.py`',
  ]);
});

it("knows that Claude Code replaces variables only in braces and only in SKILL.md", async () => {
  const words = ["--client", "claude-code"];
  const bare = skillDirectory.replace(/[{}]/g, "");
  expect(await found(bare, { words })).toEqual([
    'warning: "$CLAUDE_SKILL_DIR" is not set in Claude Code; write `scripts/fill.py`',
  ]);
  expect(await found(skillDirectory, { words, inNotes: true })).toEqual([
    'warning: "${CLAUDE_SKILL_DIR}" is not set in Claude Code; write `scripts/fill.py`',
  ]);
});

it("takes the root of a plugin for known in a plugin of Claude Code", async () => {
  const text = "Run `${CLAUDE_PLUGIN_ROOT}/skills/forms/scripts/fill.py`.";
  const files = { ".claude-plugin/plugin.json": '{"name": "mine"}' };
  const words = ["--client", "claude-code"];
  expect(await found(text, { words })).toHaveLength(1);
  expect(await found(text, { words, files })).toEqual([]);
  expect(await found(text, { files })).toEqual([expect.stringMatching(/^info: .* not set in Codex CLI/)]);
});

it.each([
  "Set SKILL_DIR to the directory of this file. Run `$SKILL_DIR/scripts/fill.py`.",
  "Replace `${SKILL_DIR}` by that directory. Run `${SKILL_DIR}/scripts/fill.py`.",
  "Run `SKILL_DIR=$(pwd); python3 $SKILL_DIR/scripts/fill.py`.",
  "Run `$CLAUDE_PROJECT_DIR/.claude/hooks/fill.py`.",
  "Run `$MY_SKILL_DIR/scripts/fill.py`.",
  "Run `$SKILL_DIR/scripts/other.py`.",
])("does not report %j", async (text) => {
  expect(await found(text)).toEqual([]);
});
