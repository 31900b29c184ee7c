import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { userRoots, type RootDocument, type RootListing, type RootRules } from "../src/model/client-roots.ts";
import { placeDocuments, settleDuplicates, type Placement } from "../src/targets/client-roots.ts";
import { clients } from "../src/generated/clients.ts";
import { readingNoInnerSkills } from "../src/rules/files/nested-skill.ts";
import { answersFor } from "./support/answers-for.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/** What a released client read. */
interface Live {
  readonly project: readonly string[];
  readonly user: readonly string[];
  /** The entries of `layout` that it read in its own root, and those after a SKILL.md was added to the root itself. */
  readonly ownRoot: readonly string[];
  readonly withSkillMdInTheRoot: readonly string[];
  /** The entries read in .agents/skills, if they differ. */
  readonly agentsRoot?: readonly string[];
  /** Project roots read in directories above the working directory. */
  readonly subdirectory: { readonly repositoryRoot: readonly string[]; readonly between: readonly string[] };
  readonly duplicates:
    | "all-kept"
    | "unspecified"
    | readonly { readonly winner: string; readonly over: readonly string[] }[];
}

const live = JSON.parse(readFileSync(path.join(fixturesRoot, "clients", "roots.json"), "utf8")) as Readonly<
  Record<string, Live>
>;

/** The skills of the recorded root, by their names in the record. */
const layout: Readonly<Record<string, RootDocument>> = {
  depth1: document("a/SKILL.md"),
  depth2: document("b/b/SKILL.md"),
  depth3: document("c/c/c/SKILL.md"),
  depth4: document("d/d/d/d/SKILL.md"),
  "hidden-dir": document(".h/d/SKILL.md"),
  "inside-a-skill": document("a/inside/SKILL.md"),
  "symlinked-dir": document("l/SKILL.md", ["l"]),
  "symlinked-file": document("m/SKILL.md", ["m/SKILL.md"]),
  "root-itself": document("SKILL.md"),
};

it("has the clients that read no skill inside a skill in the message about one", () => {
  const recordedSo = clients
    .filter(({ versions }) => versions.some(({ roots }) => roots?.insideSkills === false))
    .map(({ title }) => title);
  expect(recordedSo.toSorted()).toEqual([...readingNoInnerSkills].sort());
});

const recorded = Object.entries(live).map(([key, facts]) => ({ key, facts, rules: rulesOf(key) }));

describe.each(recorded)("$key", ({ facts, rules }) => {
  it.skipIf(!rules)("reads the recorded roots", () => {
    expect(rules!.project.toSorted()).toEqual(facts.project.toSorted());
    expect(rules!.user.toSorted()).toEqual(facts.user.toSorted());
  });

  it.skipIf(!rules)("reads the recorded entries of its own root", () => {
    expect(readIn(rules!, ownRoot(rules!))).toEqual(facts.ownRoot.toSorted());
    expect(readIn(rules!, ownRoot(rules!), true)).toEqual(facts.withSkillMdInTheRoot.toSorted());
    if (facts.agentsRoot) expect(readIn(rules!, ".agents/skills")).toEqual(facts.agentsRoot.toSorted());
  });

  it.skipIf(!rules)("reads the recorded roots above the working directory", () => {
    const { above, project } = rules!;
    expect({
      repositoryRoot: above === "cwd" ? [] : project.toSorted(),
      between: above === "up-to-root" ? project.toSorted() : [],
    }).toEqual({
      repositoryRoot: facts.subdirectory.repositoryRoot.toSorted(),
      between: facts.subdirectory.between.toSorted(),
    });
  });

  it.skipIf(!rules)("chooses the recorded one of several skills of a name", () => {
    if (typeof facts.duplicates === "string") return expect(rules!.duplicates).toBe(facts.duplicates);
    for (const { winner, over } of facts.duplicates)
      for (const other of over)
        expect(
          settleDuplicates(rules!, [place(other), place(winner)]).map(({ state }) => state),
          `${winner} over ${other}`,
        ).toEqual(["shadowed", "loads"]);
  });
});

it("names roots of the rules in orders of precedence, and only those", () => {
  const versions = clients.flatMap(({ id, versions: each }) =>
    each.flatMap(({ version, roots }) => (roots ? [{ key: `${id}@${version}`, roots }] : [])),
  );
  const wrong = versions.filter(
    ({ roots: { project, user, duplicates, hidden, looseFiles, innerFiles, onlyInCwd } }) => {
      const all = [...project, ...user];
      const ordered = typeof duplicates === "string" ? all : duplicates.flat();
      const named = [
        ...(typeof hidden === "object" ? hidden : []),
        ...(looseFiles ?? []),
        ...(innerFiles ?? []),
        ...(onlyInCwd ?? []),
      ];
      return (
        ordered.toSorted().join() !== all.toSorted().join() ||
        [...ordered, ...named].some((root) => !all.includes(root))
      );
    },
  );
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

it("moves user roots to where environment variables say", () => {
  const rules = {
    ...plain,
    user: ["~/.config/x/skills", "~/.agents/skills"],
    variables: { XDG_CONFIG_HOME: "~/.config" },
  };
  expect(userRoots(rules, { XDG_CONFIG_HOME: "/c" })).toEqual([
    { root: "~/.config/x/skills", path: "/c/x/skills" },
    { root: "~/.agents/skills", path: "~/.agents/skills" },
  ]);
  expect(userRoots({ ...rules, variables: { OTHER_HOME: "~" } }, { OTHER_HOME: "/h", HOME: "/x" })).toEqual([
    { root: "~/.config/x/skills", path: "/h/.config/x/skills" },
    { root: "~/.agents/skills", path: "/h/.agents/skills" },
  ]);
  expect(userRoots(rules, { XDG_CONFIG_HOME: "" }).map(({ path: at }) => at)).toEqual(rules.user);
});

const plain: RootRules = {
  evidence: "read",
  project: ["p", "q"],
  user: ["~/u"],
  above: "up-to-root",
  depth: 1,
  insideSkills: false,
  hidden: "unknown",
  rootItself: "ignored",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [["p", "q"], ["~/u"]],
};

it("says why a file is not read", () => {
  const judged = (rules: RootRules, ...paths: readonly string[]): readonly unknown[] =>
    placeDocuments(
      rules,
      listing(
        "p",
        paths.map((each) => document(each)),
      ),
    ).map(({ document: { path: at }, read, reason }) => [at, read, reason]);
  expect(
    judged(plain, "SKILL.md", "a/SKILL.MD", "a/a.md", "b/SKILL.md", "b/b/SKILL.md", "c/c/SKILL.md", "d.md"),
  ).toEqual([
    ["SKILL.md", false, "root-itself"],
    ["a/SKILL.MD", false, "file-name"],
    ["a/a.md", false, "file-name"],
    ["b/SKILL.md", true, undefined],
    ["b/b/SKILL.md", false, "inside-a-skill"],
    ["c/c/SKILL.md", false, "too-deep"],
    ["d.md", false, "loose-file"],
  ]);
  expect(judged(plain, ".h/SKILL.md", ".h/h/SKILL.md")).toEqual([
    [".h/SKILL.md", "unknown", "hidden-directory"],
    [".h/h/SKILL.md", false, "inside-a-skill"],
  ]);
  expect(judged({ ...plain, deeper: "unknown" }, "c/c/SKILL.md")).toEqual([
    ["c/c/SKILL.md", "unknown", "too-deep"],
  ]);
  expect(judged({ ...plain, documents: "any-case", looseFiles: ["p"] }, "a/skill.MD", "d.md")).toEqual([
    ["a/skill.MD", true, undefined],
    ["d.md", true, undefined],
  ]);
  const inner = { ...plain, innerFiles: ["p"] };
  expect(judged(inner, "a/skill.md", "b/SKILL.md", "b/b.md", "c/c/c.md", "d.md", ".h/e.md")).toEqual([
    ["a/skill.md", true, undefined],
    ["b/SKILL.md", true, undefined],
    ["b/b.md", false, "inside-a-skill"],
    ["c/c/c.md", false, "too-deep"],
    ["d.md", false, "loose-file"],
    [".h/e.md", "unknown", "hidden-directory"],
  ]);
});

it("keeps the nearest of equal roots, and does not guess between roots of one group", () => {
  const states = (rules: RootRules, ...placements: readonly Placement[]): readonly string[] =>
    settleDuplicates(rules, placements).map(({ state }) => state);
  expect(states(plain, place("p", 0), place("p", 1), place("~/u"))).toEqual([
    "unspecified",
    "unspecified",
    "shadowed",
  ]);
  const nearest = { ...plain, levels: "nearest-first" } as const;
  expect(states(nearest, place("p", 0), place("p", 1), place("q", 1))).toEqual([
    "loads",
    "shadowed",
    "shadowed",
  ]);
  expect(states(nearest, place("p", 0), place("q", 0))).toEqual(["unspecified", "unspecified"]);
  expect(states({ ...plain, duplicates: "all-kept" }, place("p"), place("q"))).toEqual(["loads", "loads"]);
});

it("takes two paths to one file for one skill", () => {
  const [first, second] = [place("p"), place("q")];
  const same = { ...second, document: first.document };
  expect(settleDuplicates({ ...plain, duplicates: "unspecified" }, [first, same])).toEqual([
    { state: "loads", others: [] },
    { state: "same-file", others: [first] },
  ]);
});

function rulesOf(key: string): RootRules | undefined {
  const [, id, variant, version] = /^([^/@]+)(?:\/([^@]+))?@(.+)$/.exec(key)!;
  return clients
    .find((client) => client.id === id)
    ?.versions.find((each) => answersFor(each, version!) && each.variant === variant)?.roots;
}

/** The root that belongs to the client alone, which the record is about. */
function ownRoot({ project, user }: RootRules): string {
  return [...project, ...user].find((root) => !/\.(?:agents|claude)\//.test(root)) ?? project[0]!;
}

function readIn(rules: RootRules, root: string, withRoot = false): readonly string[] {
  const names = Object.keys(layout).filter((name) => withRoot || name !== "root-itself");
  const placed = placeDocuments(
    rules,
    listing(
      root,
      names.map((name) => layout[name]!),
    ),
  );
  return names
    .filter((name) => placed.some(({ document: each, read }) => each === layout[name] && read === true))
    .toSorted();
}

function listing(root: string, documents: readonly RootDocument[], level = 0): RootListing {
  return { root, label: root, level, documents };
}

function document(at: string, links: readonly string[] = []): RootDocument {
  return { path: at, file: `/${at}`, links };
}

function place(root: string, level = 0): Placement {
  const own = { ...document("x/SKILL.md"), file: `/${root}/${level}` };
  return { listing: listing(root, [own], level), document: own, read: true };
}
