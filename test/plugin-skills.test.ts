import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { codexPlugin } from "../src/targets/plugins/codex-plugin.ts";
import { skillMd } from "./support/tree.ts";

interface Recorded {
  readonly directories: readonly string[];
  readonly cases: readonly { readonly skills?: unknown; readonly listed: readonly string[] }[];
}

const folder = new URL("../fixtures/live/plugin-skills/", import.meta.url);
const [record] = readdirSync(folder);
const sets = JSON.parse(readFileSync(new URL(record!, folder), "utf8")) as readonly Recorded[];
const scratch = mkdtempSync(path.join(tmpdir(), "plugin-skills-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("the skills of a plugin, as live/plugin-skills.js recorded them from Codex", () => {
  const cases = sets.flatMap(({ directories, cases }) => cases.map((each) => ({ directories, ...each })));

  it("is the record of the version that is modeled", () => {
    expect(record).toBe(`codex@${codexPlugin.version}.json`);
    expect(cases).toHaveLength(37);
  });

  it.each(cases.map((each, at) => [JSON.stringify(each.skills) ?? "no key", at, each] as const))(
    "%s (%i)",
    (_, at, { directories, skills, listed }) => {
      const root = path.join(scratch, String(at), "p");
      write(path.join(root, ".codex-plugin/plugin.json"), JSON.stringify({ name: "p", skills }));
      for (const directory of directories)
        write(path.join(root, directory, "SKILL.md"), skillMd(path.basename(directory)));
      const answer = codexPlugin.examine(openPlugin(root, readManifest));
      expect(answer.skills?.toSorted()).toEqual(listed.toSorted());
    },
  );
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
