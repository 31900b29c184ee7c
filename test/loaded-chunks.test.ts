import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeTree, skillMd } from "./support/tree.ts";

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

/** Has Node print which of these chunks it loaded, as the last line on standard error. */
const chunkReport = `process.on("exit", () => {
  const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
  const loaded = process.env.CHUNKS.split(" ").filter((name) => files.some((file) => file.startsWith("chunk-" + name + "-")));
  process.stderr.write("loaded: " + loaded.join(" ") + "\\n");
});`;

function loadedChunks(args: readonly string[], cwd: string, chunks: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, [binary, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], NODE_OPTIONS: "--require ./report.cjs", CHUNKS: chunks },
    encoding: "utf8",
  });
  return /^loaded: (.*)\n$/m.exec(stderr)?.[1];
}

it("loads the color code only if color is enabled", () => {
  const cwd = makeTree({ "report.cjs": chunkReport, "a/SKILL.md": skillMd("a") });
  const paint = "terminal-paint";
  expect(loadedChunks(["validate", "a"], cwd, paint)).toBe("");
  expect(loadedChunks(["check", "a", "--no-color"], cwd, paint)).toBe("");
  expect(loadedChunks(["validate", "a", "--color"], cwd, paint)).toBe(paint);
});

it("loads the models of uploaders and agents only if one of them was chosen", () => {
  const cwd = makeTree({ "report.cjs": chunkReport, "a/SKILL.md": skillMd("a") });
  const models = "agent-controls pack-examiner smoke-examiner systems uploaders";
  expect(loadedChunks(["check", "a"], cwd, models)).toBe("");
  expect(loadedChunks(["check", "a", "--target", "claude-ai"], cwd, models)).toBe("pack-examiner uploaders");
  expect(loadedChunks(["check", "a", "--target", "agentskills"], cwd, models)).toBe(
    "agent-controls smoke-examiner systems",
  );
});

it("loads the list of all rules only for a command that runs or names them", () => {
  const cwd = makeTree({ "report.cjs": chunkReport, "a/SKILL.md": skillMd("a") });
  const rules = "known-rules";
  expect(loadedChunks(["lint", "--help"], cwd, rules)).toBe("");
  expect(loadedChunks(["validate", "a"], cwd, rules)).toBe("");
  expect(loadedChunks(["pack", "a", "-o", "out"], cwd, rules)).toBe("");
  expect(loadedChunks(["lint", "a"], cwd, rules)).toBe(rules);
});

it.each(["skills.cjs", "skills-ref.cjs"])("loads little before Node caches compiled code: %s", (name) => {
  const folder = path.dirname(binary);
  const [before = ""] = readFileSync(path.join(folder, name), "utf8").split("Promise");
  const chunks = Array.from(before.matchAll(/require\("\.\/(chunk-[^"]+)"\)/g), ([, file = ""]) => file);
  expect(chunks).toContainEqual(expect.stringContaining("chunk-before-cache"));
  const bytes = chunks.map((file) => statSync(path.join(folder, file)).size);
  expect(Math.max(...bytes)).toBeLessThan(10_000);
});
