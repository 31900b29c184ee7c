import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import recorded from "../fixtures/plugins/cases.json" with { type: "json" };
import type { PluginModel, PluginTree } from "../src/model/plugin.ts";
import { readManifest } from "../src/parse/manifest.ts";
import { openPlugin } from "../src/read/plugin-tree.ts";
import { agentProblems, isAgentManifest } from "../src/targets/plugins/agent-plugin.ts";
import type { AgentProblem } from "../src/targets/plugins/agent-problem.ts";
import { claudePlugin } from "../src/targets/plugins/claude-plugin.ts";
import { codexPlugin } from "../src/targets/plugins/codex-plugin.ts";
import { copilotPlugin } from "../src/targets/plugins/copilot-plugin.ts";

interface Case {
  readonly id: string;
  readonly directory: string;
  readonly files: Readonly<Record<string, string>>;
  readonly agent: { readonly verdict: string; readonly effect?: string };
  readonly claude: {
    readonly accepts: boolean;
    readonly key?: string;
    readonly skills?: readonly string[];
    readonly install?: string;
  };
  readonly codex?: Installed;
  readonly copilot?: Installed;
}

interface Installed {
  readonly installs: boolean;
  readonly skills?: readonly string[];
}

const cases = recorded.cases as unknown as readonly Case[];
const scratch = mkdtempSync(path.join(tmpdir(), "plugins-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const codexManifests = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json"];

/** Writes a case to disk, so that the reader of directories is a part of what is compared. */
function open({ id, directory, files }: Pick<Case, "id" | "directory" | "files">): PluginTree {
  const root = path.join(scratch, id, directory);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return openPlugin(root, readManifest);
}

/**
 * Disagreements, with their reasons. A directory without plugin.json is recorded as "invalid" if Agent Plugins was meant,
 * which the files cannot say; the model says the same of all of them.
 */
const intended: readonly string[] = ["ap-no-manifest", "ap-manifest-in-claude-dir-only"];

function agentVerdict(tree: PluginTree): { readonly verdict: string; readonly effect?: string } {
  const [first] = agentProblems(tree);
  if (first?.section === "4.1") return { verdict: "not-a-package" };
  const verdict = (problem: AgentProblem | undefined): string => {
    if (!problem || problem.effect === "not-discovered" || problem.effect === "literal") return "valid";
    return problem.disputed ? "disputed" : "invalid";
  };
  return { verdict: verdict(first), ...(first && { effect: first.effect }) };
}

describe.each(cases.map((each) => [each.id, each] as const))("%s", (id, each) => {
  const tree = open(each);

  it("is to Agent Plugins 1.0.0 what its text says", () => {
    const wanted = intended.includes(id) ? { verdict: "not-a-package" } : each.agent;
    expect(agentVerdict(tree)).toEqual(wanted);
  });

  it("is to the validator of Claude Code what it was", () => {
    const { refusals, skills } = claudePlugin.examine(tree);
    const { accepts, key, skills: listed } = each.claude;
    expect({ accepts: refusals.length === 0, key: refusals[0]?.key }).toEqual({ accepts, key });
    if (listed) expect(skills).toEqual(listed);
  });

  const { install } = each.claude;
  if (install !== undefined)
    it("installs in Claude Code as it did", () => {
      const { refusals, losses } = claudePlugin.examine(tree);
      expect(refusals.length + losses.length > 0).toBe(/refused|error|nothing/.test(install));
    });

  it.each(
    [
      [codexPlugin, each.codex],
      [copilotPlugin, each.copilot],
    ].flatMap(([model, was]) => (was ? [[(model as PluginModel).title, model, was] as const] : [])) as [
      string,
      PluginModel,
      Installed,
    ][],
  )("installs in %s as it did", (_, model, { installs, skills }) => {
    const answer = model.examine(tree);
    expect({ installs: answer.refusals.length === 0, skills: answer.skills }).toEqual({ installs, skills });
  });
});

/** Codex reads none of their files as a manifest; live/plugin-cases.js asks with an entry that has a category. */
const described = [
  "ap-json-array",
  "ap-json-comment",
  "ap-no-manifest",
  "ap-schema-github-raw",
  "ap-schema-http",
  "ap-schema-missing",
];

it("installs a package without a manifest in Codex only by an entry that describes it", () => {
  const without = cases.filter(
    (each) =>
      each.codex?.installs &&
      !codexManifests.some((file) => file in each.files) &&
      !isAgentManifest(open(each).manifestAt("plugin.json")),
  );
  expect(without.map(({ id }) => id).sort()).toEqual(described);
  for (const { id, directory, files } of without) {
    const list = (more: object): Record<string, string> => ({
      ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`${directory}/${file}`, text])),
      ".agents/plugins/marketplace.json": JSON.stringify({
        name: "market",
        plugins: [{ name: "p", source: `./${directory}`, ...more }],
      }),
    });
    const lossesOf = (more: object): readonly string[] =>
      codexPlugin
        .examine(open({ id: `${id}-${JSON.stringify(more)}`, directory: "market", files: list(more) }))
        .losses.map(({ message }) => message);
    expect(lossesOf({ category: "Examples" })).toEqual([]);
    expect(lossesOf({})).toEqual([
      'plugin "p" does not install: it has no manifest, and its entry only a source',
    ]);
  }
});

it("plays every recorded case", () => {
  expect(cases).toHaveLength(157);
  expect(cases.filter(({ codex }) => codex).length).toBeGreaterThan(50);
});
