import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lint } from "../src/api/lint/lint.ts";
import type { Report } from "../src/model/report.ts";
import { ruleMetas } from "../src/rules/lists/lint-rules.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { makeTree } from "./support/tree.ts";

/** A file's text; a part with `times` is repeated. */
type Text = string | readonly (string | { readonly text: string; readonly times: number })[];

/** An input on which another linter, or a client, and this program may differ. */
interface PeerCase {
  readonly id: string;
  /** By path, below a directory of skills. */
  readonly files: Readonly<Record<string, Text>>;
  /** What the peer answers, in our words. */
  readonly says: string;
  /** Whose answer is right; "peer" if ours was wrong and has been corrected. */
  readonly right: "us" | "peer" | "both";
  readonly why: string;
  /** By rule in question: every location that it reports, with the severity; none if it has to be silent. */
  readonly expected: Readonly<Record<string, readonly string[]>>;
  /** What clients make of the skill, where the case is about that. */
  readonly loads?: Readonly<Record<string, string>>;
}

/** A linter at one version, and how its answers became known. */
interface Peer {
  readonly peer: string;
  readonly repository: string;
  readonly version: string;
  /** "run" if every answer is that of the program, "read" if it follows from its source and tests. */
  readonly evidence: "run" | "read";
  readonly cases: readonly PeerCase[];
}

const home = path.join(fixturesRoot, "peers");
const peers = readdirSync(home).map(
  (file) => JSON.parse(readFileSync(path.join(home, file), "utf8")) as Peer,
);

function written(text: Text): string {
  if (typeof text === "string") return text;
  return text.map((part) => (typeof part === "string" ? part : part.text.repeat(part.times))).join("");
}

async function lintCase({ files }: PeerCase): Promise<Report> {
  const cwd = makeTree(
    Object.fromEntries(Object.entries(files).map(([file, text]) => [file, written(text)])),
  );
  return (await lint({ paths: ["."], cwd })).report;
}

/** `pdf-forms/SKILL.md:2:7-2:16 error`, for each finding of the rule. */
function locationsOf(report: Report, ruleId: string): readonly string[] {
  return report.subjects.flatMap((subject) =>
    subject.findings
      .filter((finding) => finding.ruleId === ruleId)
      .map(({ file, start, end, severity }) => {
        const range = start && end ? `:${start.line}:${start.column}-${end.line}:${end.column}` : "";
        return `${subject.path}/${file}${range} ${severity}`;
      }),
  );
}

function loadsOf(report: Report): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...report.subjects.map(({ loads }) => loads)) as Readonly<Record<string, unknown>>;
}

describe.each(peers.map((each) => [each.peer, each] as const))("an input of %s", (_, { cases }) => {
  it.each(cases.map((each) => [each.id, each] as const))("%s is answered as decided", async (__, each) => {
    const report = await lintCase(each);
    expect(report.subjects).not.toEqual([]);
    const found = Object.keys(each.expected).map((rule) => [rule, locationsOf(report, rule)] as const);
    expect(Object.fromEntries(found)).toEqual(each.expected);
    expect(loadsOf(report)).toMatchObject(each.loads ?? {});
  });
});

describe("the cases of peers", () => {
  const cases = peers.flatMap(({ peer, cases: own }) => own.map((each) => ({ ...each, peer })));

  it("are each in one file under the peer's name, with a version and an evidence", () => {
    const files = peers.map(({ peer }) => `${peer}.json`).sort();
    expect(files).toEqual(readdirSync(home).sort());
    for (const { repository, version, evidence } of peers) {
      expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(version).not.toBe("");
      expect(["run", "read"]).toContain(evidence);
    }
  });

  it("have an id, a reason and a rule of their own", () => {
    const ids = cases.map(({ peer, id }) => `${peer}/${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ruleMetas.map(({ id }) => id));
    for (const each of cases) {
      expect(each.id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(["us", "peer", "both"]).toContain(each.right);
      expect(each.says.length).toBeGreaterThan(3);
      expect(each.why.length).toBeGreaterThan(10);
      expect(Object.keys(each.expected).filter((rule) => !known.has(rule))).toEqual([]);
      expect(Object.keys(each.expected).length + Object.keys(each.loads ?? {}).length).toBeGreaterThan(0);
    }
  });

  it("are 150 or more on which the two differ, each input once for a peer", () => {
    const inputs = cases.map(({ peer, files }) => `${peer} ${JSON.stringify(files)}`);
    expect(new Set(inputs).size).toBe(inputs.length);
    expect(cases.filter(({ right }) => right !== "both").length).toBeGreaterThanOrEqual(150);
  });
});
