import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import { validate } from "../src/api/validate.ts";
import type { Report } from "../src/model/report.ts";
import { commonIds, loaderIds, titleOf } from "../src/model/target.ts";
import type { CompatData } from "../src/model/reports/compat.ts";
import { commonClients as common } from "../src/generated/common-clients.ts";
import { clients } from "../src/generated/clients.ts";
import { newestVersions } from "../src/targets/newest-clients.ts";
import { causesOf, isByChoice } from "../src/targets/load-causes.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const skills = {
  "ok/SKILL.md": skillMd("ok"),
  "colon/SKILL.md": "---\nname: colon\ndescription: Use this when: asked\n---\nBody\n",
  "other/SKILL.md": skillMd("elsewhere"),
  "bom/SKILL.md": `\ufeff${skillMd("bom")}`,
  "bare/SKILL.md": "Body\n",
  "nodesc/SKILL.md": "---\nname: nodesc\n---\nBody\n",
  "empty/SKILL.md": "---\nname: empty\ndescription: Does what the user asks for.\n---\n",
  "long/SKILL.md": `---\nname: long\ndescription: ${"x".repeat(1_025)}\n---\nBody\n`,
  "meta/SKILL.md": "---\nname: meta\ndescription: Does what the user asks for.\nmetadata: [a]\n---\nBody\n",
  "off/SKILL.md":
    "---\nname: off\ndescription: Does what the user asks for.\nmetadata:\n  internal: true\n---\nBody\n",
  "lower/skill.md": skillMd("lower"),
};

async function predicted(cwd: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { stdout } = await runSkills(["compat", "--format", "json", "."], { cwd });
  const { rows } = (JSON.parse(stdout) as { readonly data: CompatData }).data;
  const newest = new Set(newestVersions(clients).map((each) => `${each.client.id}@${each.version.version}`));
  const dropped = new Map<string, Set<string>>();
  for (const { skill, client, outcome, reasons, version } of rows) {
    if (!newest.has(`${client}@${version}`)) continue;
    if (outcome === "not-loaded" && !isByChoice(reasons[0] ?? ""))
      dropped.set(skill, (dropped.get(skill) ?? new Set()).add(client));
  }
  return dropped;
}

const refusers = ({ subjects }: Report, severity?: string) =>
  new Map(
    subjects.map(({ path: skill, findings }) => [
      skill,
      new Set(
        findings
          .filter((finding) => severity === undefined || finding.severity === severity)
          .flatMap(({ refusedBy }) => refusedBy)
          .filter((id) => loaderIds.some((client) => client === id)),
      ),
    ]),
  );

it("has a finding for each client that does not load a skill, an error if the client is chosen", async () => {
  const cwd = makeTree(skills);
  const expected = await predicted(cwd);
  expect(expected.size).toBeGreaterThan(8);
  for (const run of [lint, validate]) {
    const { report } = await run({ paths: ["."], cwd, targets: loaderIds });
    const found = refusers(report, "error");
    for (const [skill, dropped] of expected) expect([skill, found.get(skill)]).toEqual([skill, dropped]);
    expect(found.get("ok")).toEqual(new Set());
    for (const { path: skill, loads } of report.subjects)
      expect([
        skill,
        Object.keys(loads ?? {})
          .filter((id) => loads?.[id] === "not-loaded" && skill !== "off")
          .toSorted(),
      ]).toEqual([skill, skill === "off" ? [] : Array.from(expected.get(skill) ?? []).toSorted()]);
  }
});

it("loads without being asked exactly the clients that are common", () => {
  expect(common).toEqual(clients.filter(({ reach }) => reach === "common"));
});

it("names common clients without being asked, and gives an error only for what a target refuses", async () => {
  const cwd = makeTree(skills);
  const { report } = await lint({ paths: ["."], cwd, targets: ["codex"] });
  const other = report.subjects.find(({ path: skill }) => skill === "other")!;
  expect(
    other.findings.map(({ ruleId, severity, refusedBy }) => [ruleId, severity, refusedBy]),
  ).toContainEqual(["name-matches-directory", "warning", ["spec", "skills-ref", "claude-api", "cline"]]);
  expect(Object.keys(other.loads!).toSorted()).toEqual(commonIds.toSorted());
});

it("predicts nothing in validate unless a client is chosen", async () => {
  const cwd = makeTree(skills);
  const { report } = await validate({ paths: ["."], cwd });
  expect(report.subjects.every(({ loads }) => loads === undefined)).toBe(true);
  const { report: asked } = await validate({ paths: ["ok"], cwd, targets: ["pi"] });
  expect(asked.subjects.map(({ loads }) => loads)).toEqual([{ pi: "as-written" }]);
});

it("says that the author asked for it, without an error", async () => {
  const { report } = await lint({ paths: ["off"], cwd: makeTree(skills), targets: ["vercel-skills-cli"] });
  const finding = report.subjects[0]!.findings.find(({ ruleId }) => ruleId === "target-answer");
  expect([report.outcome, finding?.severity, finding?.message]).toEqual([
    0,
    "info",
    expect.stringContaining("hidden as asked in npx skills: metadata.internal is true"),
  ]);
});

it("takes ids of clients in a config, for some paths too", async () => {
  const cwd = makeTree({
    ...skills,
    "skills.config.yaml": "targets: [claude-code]\noverrides:\n  - paths: [other]\n    targets: [cline]\n",
  });
  const { code } = await runSkills(["lint", "colon"], { cwd });
  expect(code).toBe(0);
  expect((await runSkills(["lint", "other"], { cwd })).code).toBe(1);
  expect((await runSkills(["validate", "other"], { cwd })).code).toBe(1);
});

const { cases } = JSON.parse(readFileSync(path.join(fixturesRoot, "live/cases.json"), "utf8")) as {
  readonly cases: Readonly<
    Record<string, { readonly dir: string; readonly text?: string; readonly base64?: string }>
  >;
};

it("knows what reports each reason that a client has in the live cases", () => {
  const reasons = new Set<string>();
  for (const { dir: directory, text, base64 } of Object.values(cases)) {
    const bytes = base64 === undefined ? new TextEncoder().encode(text) : Buffer.from(base64, "base64");
    for (const { versions } of clients)
      for (const { load } of versions) {
        const result = load?.({ directory, bytes });
        if (result?.loads === false) reasons.add(result.reason);
      }
  }
  expect(reasons.size).toBeGreaterThan(20);
  expect(
    Array.from(reasons).filter((reason) => causesOf(reason).length === 0 && !isByChoice(reason)),
  ).toEqual([]);
});

it("does not take a SKILL.md that is too large to read for a missing one", async () => {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", "x".repeat(1_100_000)), "b/skill.md": skillMd("b") });
  const { stdout, code } = await runSkills(
    ["compat", "--format", "json", "--client", "pi@0.87.1,pi@0.87.1", "."],
    {
      cwd,
    },
  );
  const { rows } = (JSON.parse(stdout) as { readonly data: CompatData }).data;
  expect(rows.map(({ skill, outcome, reasons }) => [skill, outcome, reasons])).toEqual([
    ["a", "unknown", [expect.stringContaining("larger than 1 MiB")]],
    ["b", "not-loaded", ["SKILL.md is missing"]],
  ]);
  expect(code).toBe(2);
});

describe("messages that name the clients that do not load a skill", () => {
  /** Clients without a record, as nothing here reads YAML as they do. */
  const unrecorded = ["Crush", "VT Code"];
  const root = path.join(fixturesRoot, "rules");
  const named = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "expected.txt")
    .flatMap((file) =>
      readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .flatMap((line) => {
          const list = /(?:^|[;:,] (?:so )?)([^;:]*?) do(?:es)? not load the skill/.exec(line)?.[1];
          return list === undefined ? [] : [{ example: path.dirname(file), list }];
        }),
    );

  it("are found", () => expect(named.length).toBeGreaterThan(10));

  it.each(named)("name those of the records: $example, $list", async ({ example, list }) => {
    const directory = readdirSync(path.join(root, example)).find((name) => name !== "expected.txt") ?? "";
    const { stdout } = await runSkills(["compat", "--format", "json", directory], {
      cwd: path.join(root, example),
    });
    const { rows } = (JSON.parse(stdout) as { readonly data: CompatData }).data;
    const dropped = new Set(
      rows.flatMap(({ title, outcome, reasons: [reason = ""] }) =>
        outcome === "not-loaded" && !isByChoice(reason) ? [title] : [],
      ),
    );
    const titles = list
      .replace(/^.*, so /, "")
      .replaceAll(/ \([^)]*\)| apply the limit of 1,024 to bytes and/g, "")
      .split(/, | and /);
    const counted = /^(\d+|one) (?:more|other clients?)$/.exec(titles.at(-1) ?? "")?.[1];
    const more = counted === "one" ? 1 : Number(counted ?? 0);
    const listed = more > 0 ? titles.slice(0, -1) : titles;
    const extra = example.startsWith("description-length") ? unrecorded.length : 0;
    expect(listed.filter((title) => !dropped.has(title) && !unrecorded.includes(title))).toEqual([]);
    expect(listed.length + more).toBeLessThanOrEqual(dropped.size + extra);
    const common = commonIds.map(titleOf).filter((title) => dropped.has(title));
    expect(common.filter((title) => !listed.includes(title))).toEqual([]);
  });
});

it("names Agno in the finding about a field beyond the specification", async () => {
  const cwd = makeTree({
    "extra/SKILL.md": "---\nname: extra\ndescription: Does what the user asks for.\nversion: 1\n---\nBody\n",
  });
  const { report } = await lint({ paths: ["extra"], cwd, targets: ["agno"] });
  expect(report.subjects[0]!.findings.map(({ ruleId, severity }) => [ruleId, severity])).toContainEqual([
    "unknown-field",
    "error",
  ]);
  expect(report.subjects[0]!.findings.some(({ ruleId }) => ruleId === "target-answer")).toBe(false);
});
