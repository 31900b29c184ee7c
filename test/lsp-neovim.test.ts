import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { needs } from "./support/needs.ts";
import { makeTree, skillMd } from "./support/tree.ts";

/** What Neovim was shown and did. */
interface Seen {
  readonly pushed: readonly (readonly [string, number, number, number])[];
  readonly hover: string;
  readonly action: string;
  /** The old and the new URI of each file or directory to rename. */
  readonly renamed: readonly (readonly [string, string])[];
  readonly problem?: string;
}

it("serves Neovim: it shows findings, explains a field, applies a fix and renames the skill", () => {
  needs("nvim");
  const cwd = makeTree({
    ".git/HEAD": "",
    "skills/pdf/SKILL.md": skillMd("pdf", "😀 See [it](guide.MD).\n"),
    "skills/pdf/guide.md": "Hi.\n",
  });
  const out = path.join(cwd, "seen.json");
  const { stderr } = spawnSync(
    "nvim",
    ["--headless", "-u", "NONE", "-n", "-c", `luafile ${path.resolve("fixtures/editors/neovim.lua")}`],
    {
      cwd,
      encoding: "utf8",
      env: {
        ...process.env,
        NODE: process.execPath,
        PROGRAM: path.resolve("dist/bin/skills.cjs"),
        OUT: out,
        // Logs and other state of the editor.
        HOME: cwd,
        XDG_STATE_HOME: path.join(cwd, "state"),
        XDG_CACHE_HOME: path.join(cwd, "cache"),
      },
    },
  );
  const seen: Seen = JSON.parse(readFileSync(out, "utf8"));
  expect(seen.problem, stderr).toBeUndefined();
  // In bytes, as Neovim counts: the emoji has four.
  expect(seen.pushed).toEqual([["reference-case", 5, 14, 22]]);
  expect(seen.hover).toContain("description");
  expect(seen.action).toContain("guide.md");
  expect(seen.renamed.map((uris) => uris.map((uri) => path.relative(cwd, fileURLToPath(uri))))).toEqual([
    ["skills/pdf", "skills/forms"],
  ]);
  expect(readFileSync(path.join(cwd, "skills/pdf/SKILL.md"), "utf8")).toBe(
    skillMd("forms", "😀 See [it](guide.md).\n"),
  );
});
