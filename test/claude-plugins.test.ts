import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { PluginObjection } from "../src/model/plugin.ts";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { claudePlugin } from "../src/targets/plugins/claude-plugin.ts";
import { skillMd } from "./support/tree.ts";

interface Recorded {
  readonly manifest: object;
  /** A file beside the manifest. */
  readonly file?: string;
  readonly text?: string;
  readonly accepts: boolean;
  readonly installs: boolean;
}

const folder = new URL("../fixtures/live/claude-plugins/", import.meta.url);
const [record] = readdirSync(folder);
const cases = JSON.parse(readFileSync(new URL(record!, folder), "utf8")) as readonly Recorded[];
const scratch = mkdtempSync(path.join(tmpdir(), "claude-plugins-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Whether the plugin does not install at all, for what the model objects to. */
function refuses({ validator, partial }: PluginObjection): boolean {
  return validator === undefined && partial === undefined;
}

describe("what Claude Code makes of manifests, as live/claude-plugins.js recorded it", () => {
  it("is the record of the version that is modeled", () => {
    expect(record).toBe(`claude-code@${claudePlugin.version}.json`);
    expect(cases.length).toBeGreaterThan(300);
  });

  it.each(
    cases.map(
      (each, at) => [JSON.stringify(each.file ? [each.file, each.text] : each.manifest), at, each] as const,
    ),
  )("%s (%i)", (_, at, { manifest, file, text = "", accepts, installs }) => {
    const root = path.join(scratch, String(at), "p");
    mkdirSync(path.join(root, ".claude-plugin"), { recursive: true });
    mkdirSync(path.join(root, "skills/a"), { recursive: true });
    mkdirSync(path.join(root, "there"));
    writeFileSync(path.join(root, "there/x.json"), "{}");
    writeFileSync(path.join(root, "there/x.md"), skillMd("own"));
    writeFileSync(path.join(root, ".claude-plugin/plugin.json"), JSON.stringify(manifest));
    writeFileSync(path.join(root, "skills/a/SKILL.md"), skillMd("a"));
    if (file !== undefined) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const { refusals, losses } = claudePlugin.examine(openPlugin(root, readManifest));
    expect({
      accepts: refusals.length === 0,
      installs: ![...refusals, ...losses].some(refuses),
    }).toEqual({ accepts, installs });
  });
});
