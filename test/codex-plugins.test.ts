import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { codexPlugin } from "../src/targets/plugins/codex-plugin.ts";
import { skillMd } from "./support/tree.ts";

interface Recorded {
  readonly manifest: { readonly name: unknown };
  /** Files beside the manifest. */
  readonly files?: Readonly<Record<string, string>>;
  /** Absent if it does not install. */
  readonly skills?: readonly string[];
}

const folder = new URL("../fixtures/live/codex-plugins/", import.meta.url);
const [record] = readdirSync(folder);
const cases = JSON.parse(readFileSync(new URL(record!, folder), "utf8")) as readonly Recorded[];
const scratch = mkdtempSync(path.join(tmpdir(), "codex-plugins-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const command = "---\ndescription: Goes. Use it to go.\n---\n\nGo.\n";

describe("what Codex makes of plugins, as live/codex-plugins.js recorded it", () => {
  // The entry of the marketplace has another name than the manifest, which examineCodexMarketplace reports.
  const others = new Set<unknown>(["é", "a b", "a/b", "q"]);

  it("is the record of the version that is modeled", () => {
    expect(record).toBe(`codex@${codexPlugin.version}.json`);
    expect(cases.length).toBeGreaterThan(300);
    expect(cases.filter(({ manifest }) => others.has(manifest.name)).every(({ skills }) => !skills)).toBe(
      true,
    );
  });

  it.each(
    cases
      .filter(({ manifest }) => !others.has(manifest.name))
      .map((each, at) => [JSON.stringify(each.files ?? each.manifest), at, each] as const),
  )("%s (%i)", (_, at, { manifest, files = {}, skills }) => {
    const name = typeof manifest.name === "string" ? manifest.name : "p";
    const root = path.join(scratch, String(at), name);
    const all = {
      ".codex-plugin/plugin.json": JSON.stringify(manifest),
      "skills/a/SKILL.md": skillMd("a"),
      "there/b/SKILL.md": skillMd("b"),
      "there/x.json": "{}",
      "there/x.md": command,
      ...files,
    };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const answer = codexPlugin.examine(openPlugin(root, readManifest));
    // Codex also lists Markdown of commands/ as skills, unless it takes arguments; no SKILL.md has these.
    const listed = skills?.filter((each) => !each.startsWith("p:source-command-"));
    expect(answer.refusals.length > 0 ? undefined : answer.skills).toEqual(listed);
  });
});
