import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import plugins from "../fixtures/plugins/cases.json" with { type: "json" };
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { geminiExtension } from "../src/targets/plugins/gemini-extension.ts";
import { makeTree } from "./support/tree.ts";

interface Recorded {
  readonly name: string;
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
  /** Whether `gemini extensions validate` accepts it. */
  readonly accepts: boolean;
  readonly installs: boolean;
  /** The names that `gemini skills list` has of it; absent if it does not install, or if no session starts. */
  readonly skills?: readonly string[];
  readonly starts?: false;
  /** Whether `gemini extensions list` ends well, if it was asked. */
  readonly lists?: boolean;
}

const folder = new URL("../fixtures/live/gemini-extensions/", import.meta.url);
const [record] = readdirSync(folder);
const cases = JSON.parse(readFileSync(new URL(record!, folder), "utf8")) as readonly Recorded[];

function examine(files: Recorded["files"]) {
  const bytes = Object.entries(files).map(([name, content]) => [
    `p/${name}`,
    typeof content === "string" ? content : Buffer.from(content.base64, "base64"),
  ]);
  const root = `${makeTree(Object.fromEntries(bytes))}/p`;
  const { refusals, losses, skills } = geminiExtension.examine(openPlugin(root, readManifest));
  const installs = [...refusals, ...losses].every(({ partial }) => partial);
  return { accepts: refusals.length === 0, installs, ...(installs && { skills }), losses };
}

describe("extensions in Gemini CLI, as live/gemini-extensions.js recorded them", () => {
  it("is the record of the version that is modeled", () => {
    expect(record).toBe(`gemini-cli@${geminiExtension.version}.json`);
    expect(cases.length).toBeGreaterThan(300);
  });

  it.each(cases.map((each) => [each.name, each] as const))("%s", (name, each) => {
    const { losses, ...answer } = examine(each.files);
    const { accepts, skills, lists } = each;
    // What installs and then lets no session start is reported as not installed.
    const installs = each.installs && each.starts === undefined;
    const wanted = name in others ? others[name] : { accepts, installs, ...(skills && { skills }) };
    expect(answer).toEqual(wanted);
    if (lists === false) expect(losses).not.toEqual([]);
  });
});

/** Disagreements, with their reasons. Gemini CLI replaces bytes that are not UTF-8; we read no such manifest. */
const others: Readonly<Record<string, object>> = {
  "Latin-1 in the description": { accepts: false, installs: false },
};

it("refuses a plugin that is made for other clients alone, as live/plugin-cases.js asked", () => {
  for (const { files } of plugins.cases) {
    const { accepts, installs } = examine(files as Recorded["files"]);
    expect({ accepts, installs }).toEqual({ accepts: false, installs: false });
  }
});
