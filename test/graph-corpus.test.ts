import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import { openDirectory } from "../src/read/directory.ts";
import { readLines } from "./support/cases.ts";
import { unpackSkills } from "./support/unpack-skills.ts";

/** What a human reader found in the skill; each list is sorted. */
interface Expected {
  /** The skill's directory, inside the archive. */
  readonly skill: string;
  /** "from -> to (kind)". */
  readonly edges: readonly string[];
  readonly orphans: readonly string[];
  /** "from: target (status)". */
  readonly broken: readonly string[];
}

const rows = readLines<Expected>(new URL("../fixtures/graph/edges.jsonl", import.meta.url));

it("has twenty skills and two ends to each edge", () => {
  expect(rows.length).toBe(20);
  expect(rows.flatMap(({ edges }) => edges).filter((edge) => !/^\S+ -> \S+ \([a-z-]+\)$/.test(edge))).toEqual(
    [],
  );
});

describe("over the corpus", () => {
  const root = unpackSkills();

  it.each(rows)("finds in $skill what a reader found", ({ skill: directory, ...expected }) => {
    const { skill } = loadSkill(openDirectory(path.join(root(), directory), path.basename(directory)), [], {
      vocabulary: vocabularyOf([]),
    });
    const { edges, orphans } = skill.graph;
    const broken = skill.references.filter(({ resolution: outcome }) => outcome.status !== "found");
    expect({
      edges: edges.map(({ from, to, kind }) => `${from} -> ${to} (${kind})`).sort(),
      orphans,
      broken: broken
        .map(({ from, reference, resolution: outcome }) => `${from}: ${reference.target} (${outcome.status})`)
        .sort(),
    }).toEqual(expected);
  });

  it("gives every reachable file an edge from a file one step nearer", () => {
    for (const { skill: directory } of rows) {
      const { nodes, edges } = loadSkill(
        openDirectory(path.join(root(), directory), path.basename(directory)),
        [],
        { vocabulary: vocabularyOf([]) },
      ).skill.graph;
      const depths = new Map(nodes.map(({ path: file, way }) => [file, way?.depth]));
      const nearer = new Set(
        edges.filter(({ from, to }) => depths.get(to) === depths.get(from)! + 1).map(({ to }) => to),
      );
      expect(nodes.filter(({ path: file, way }) => way && way.depth > 0 && !nearer.has(file))).toEqual([]);
    }
  });
});
