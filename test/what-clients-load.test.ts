import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { doctor } from "../src/api/doctor/doctor.ts";
import { loadFiles } from "../src/api/doctor/diagnose.ts";
import { findSources } from "../src/api/scope/find-sources.ts";
import { SkillsError } from "../src/core/errors.ts";
import { openMachine } from "../src/find/machine-roots.ts";
import { clients } from "../src/generated/clients.ts";
import type { DoctorState } from "../src/model/reports/doctor.ts";
import type { Unread } from "../src/model/source.ts";
import { newestVersions } from "../src/targets/newest-clients.ts";
import { type IndexMode, writeIndex } from "./support/git-index.ts";
import { samples } from "./support/samples.ts";
import { skillMd } from "./support/tree.ts";

/** Without the directory "skills", which has the same name where no client reads it. */
const newest = newestVersions(clients).filter(({ version }) =>
  version.roots?.project.every((each) => each !== "skills"),
);
const rootsOf = (list: typeof newest): readonly string[] =>
  Array.from(new Set(list.flatMap(({ version }) => version.roots!.project)));
const roots = rootsOf(newest);
/** Those that a released client was seen to read. */
const liveRoots = rootsOf(newest.filter(({ version }) => version.roots!.evidence === "live"));

/** What is done to a tree; a step is left out if something is already there. */
type Step =
  | { readonly kind: "file"; readonly at: string; readonly tracked: boolean }
  | { readonly kind: "link"; readonly at: string; readonly to: string }
  | { readonly kind: "submodule"; readonly at: string; readonly isCheckedOut: boolean }
  | { readonly kind: "ignore"; readonly at: string; readonly pattern: string };

const bases = ["", "", "", "packages/a/"];
/** Directories that a search passes over, or leaves out, or that have nothing to do with clients. */
const stores = [
  "node_modules/t",
  "tests/fixtures/f",
  "vendor/v",
  "lib",
  "template",
  "old.bak/o",
  ".skills-backup",
];
const names = [
  "a",
  "b",
  ".hidden",
  "node_modules",
  "template",
  "x.bak",
  "fixtures",
  ".system",
  "__fixtures__",
  "A",
];
const documents = [
  "SKILL.md",
  "SKILL.md",
  "SKILL.md",
  "SKILL.md",
  "skill.md",
  "SKILL.MD",
  "SKILLS.md",
  "a.md",
  "note.md",
];
const outside = "/outside";

const pick = <Item>(list: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...list);
const inner = fc
  .array(pick(names), { maxLength: 3 })
  .map((parts) => parts.map((each) => `${each}/`).join(""));
/** A root of clients, most often one that a released client was seen to read, or a directory above one. */
const root = fc
  .tuple(pick(bases), pick([...liveRoots, ...liveRoots, ...roots]))
  .map((parts) => parts.join(""));
const wayToRoot = fc.tuple(root, fc.nat({ max: 2 })).map(([at, cut]) => {
  const parts = at.split("/");
  return parts.slice(0, Math.max(1, parts.length - cut)).join("/");
});
const place = fc.oneof({ weight: 5, arbitrary: root }, { weight: 3, arbitrary: pick(stores) });
const file = fc.tuple(place, inner, pick(documents)).map(([at, below, name]) => `${at}/${below}${name}`);
const target = fc.oneof(
  { weight: 5, arbitrary: pick(stores) },
  { weight: 2, arbitrary: fc.tuple(pick(stores), pick(names)).map((parts) => parts.join("/")) },
  { weight: 2, arbitrary: root },
  { weight: 1, arbitrary: pick(["sub", "sub/deep", "way", "nowhere", ".", outside, `${outside}/a`]) },
  { weight: 1, arbitrary: file },
);
const linkAt = fc.oneof(
  wayToRoot,
  root,
  fc.tuple(root, pick(names)).map((parts) => parts.join("/")),
  fc.tuple(root, pick(names), pick(["SKILL.md", "x", "SKILL.md"])).map((parts) => parts.join("/")),
  pick(["way", "lib"]),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("file" as const), at: file, tracked: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("link" as const), at: linkAt, to: target }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("submodule" as const),
      at: fc.oneof(wayToRoot, pick(["sub", "vendor/v"])),
      isCheckedOut: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("ignore" as const),
      at: fc.oneof(
        fc.constant(""),
        pick(bases),
        root.map((at) => `${at}/`),
      ),
      pattern: pick([
        "*",
        ".claude",
        ".agents/",
        "a",
        "SKILL.md",
        "node_modules",
        "skills\n!skills/a",
        "b/\n!.agents",
      ]),
    }),
  },
);

interface Tree {
  /** The directory with the project, the home directory and what is outside. */
  readonly base: string;
  readonly project: string;
}

function grow(steps: readonly Step[]): Tree {
  const base = realpathSync.native(mkdtempSync(path.join(tmpdir(), "what-clients-load-")));
  const project = path.join(base, "project");
  const index = new Map<string, IndexMode>();
  const write = (at: string, text: string): boolean => {
    try {
      mkdirSync(path.dirname(path.join(project, at)), { recursive: true });
      writeFileSync(path.join(project, at), text, { flag: "wx" });
      return true;
    } catch {
      // Something else is at the path, or on the way to it.
      return false;
    }
  };
  for (const each of [
    "home",
    "outside/a/b",
    "project/.git/refs",
    "project/.git/objects",
    "project/packages/a",
  ])
    mkdirSync(path.join(base, each), { recursive: true });
  for (const each of ["outside/b/SKILL.md", "outside/a/SKILL.md", "outside/a/b/SKILL.md"]) {
    mkdirSync(path.dirname(path.join(base, each)), { recursive: true });
    writeFileSync(path.join(base, each), skillMd("b"));
  }
  write(".git/HEAD", "ref: refs/heads/main\n");
  for (const each of steps)
    if (each.kind === "file") {
      if (write(each.at, skillMd(path.posix.basename(path.posix.dirname(each.at)))) && each.tracked)
        index.set(each.at, "file");
    } else if (each.kind === "ignore") write(`${each.at}.gitignore`, `${each.pattern}\n`);
    else if (each.kind === "link") link(project, each.at, each.to, index);
    else if (!isThere(path.join(project, each.at)) && write(`${each.at}/x`, "")) {
      index.set(each.at, "submodule");
      rmSync(path.join(project, each.at, "x"));
      if (each.isCheckedOut) {
        write(`${each.at}/.git`, "gitdir: nowhere\n");
        write(`${each.at}/skills/a/SKILL.md`, skillMd("a"));
        write(`${each.at}/a/SKILL.md`, skillMd("a"));
      }
    }
  writeIndex(path.join(project, ".git"), index);
  return { base, project };
}

function isThere(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}

function link(project: string, at: string, to: string, index: Map<string, IndexMode>): void {
  const absolute = path.join(project, at);
  const end = to.startsWith(outside) ? path.join(project, "..", to) : path.join(project, to);
  try {
    mkdirSync(path.dirname(absolute), { recursive: true });
    symlinkSync(path.relative(path.dirname(absolute), end), absolute);
    index.set(at, "symlink");
  } catch {
    // Something else is at the path, or on the way to it.
  }
}

/** What clients that are started in a directory load: paths of files, with a client for each. */
function loadedIn(cwd: string, home: string): ReadonlyMap<string, string> {
  const machine = openMachine({ cwd, env: { HOME: home, USERPROFILE: home } });
  return new Map(
    newest.flatMap(({ client, version }) =>
      loadFiles({
        rules: version.roots!,
        roots: machine.rootsOf(version.roots!),
        version,
        read: machine.read,
        readBeside: machine.readBeside,
      }).map(({ path: label }) => [path.resolve(cwd, label), client.id] as const),
    ),
  );
}

const unloaded: ReadonlySet<DoctorState> = new Set([
  "not-loaded",
  "misplaced",
  "part-of-skill",
  "broken",
  "unknown",
]);

/** The same, as the doctor lists it, which takes longer. */
function listedIn(cwd: string, home: string): readonly string[] {
  const ids = Array.from(new Set(newest.map(({ client }) => client.id)));
  try {
    const { data } = doctor({ cwd, clients: ids, env: { HOME: home, USERPROFILE: home } });
    const skills = data!.clients.flatMap((client) => client.skills);
    return skills.flatMap((skill) => (unloaded.has(skill.state) ? [] : [path.resolve(cwd, skill.path)]));
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-found") return [];
    throw error;
  }
}

interface Examined {
  /** The real paths of the skills' directories. */
  readonly places: ReadonlySet<string>;
  readonly needed: readonly Unread[];
  /** The whole error, if the run ends with 2 without a report. */
  readonly refusal?: string;
}

/** What ends the run with 2, and notes that a client loads, such as a README.md, which are only named. */
function isNamed({ needed, reason }: Unread): boolean {
  return needed === true || reason.endsWith("loads it as a skill, as any Markdown file here");
}

async function examined(project: string): Promise<Examined> {
  try {
    const { places, unread } = await findSources({ paths: ["."], cwd: project }, { asClients: true });
    return { places: new Set(places.values()), needed: unread.filter(isNamed) };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return { places: new Set(), needed: [], refusal: `${error.message} ${error.hint ?? ""}` };
  }
}

/** Whether a file that a client loads is checked, or named as what was not read in a run that ends with 2. */
function isAnswered(file: string, project: string, { places, needed, refusal }: Examined): boolean {
  const [directory, real] = [realpathSync.native(path.dirname(file)), realpathSync.native(file)];
  const isDocument = /^skill\.md$/i.test(path.basename(file));
  if (
    isDocument &&
    places.has(directory) &&
    (path.dirname(real) === directory || real.startsWith(`${directory}/`))
  )
    return true;
  if (path.basename(real) === "SKILL.md" && places.has(path.dirname(real))) return true;
  // A note that one client takes for a skill is no SKILL.md, whose absence ends the run with 2.
  const isNote = !/^skills?\.md$/i.test(path.basename(file));
  if (refusal !== undefined) return isNote || refusal.includes("was not read");
  return needed.some(({ path: label }) => {
    const named = path.join(project, label);
    return [file, real].some((each) =>
      [named, isThere(named) ? safeReal(named) : named].some(
        (at) => each === at || each.startsWith(`${at}/`),
      ),
    );
  });
}

function safeReal(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    return absolute;
  }
}

/** Where clients are started: what git ignores is not a part of the project in which a search goes on. */
function startsOf(steps: readonly Step[]): readonly string[] {
  const isIgnored = steps.some(
    (each) => each.kind === "ignore" && each.at === "" && ["*", "a"].includes(each.pattern),
  );
  return isIgnored ? [""] : ["", "packages/a"];
}

it("examines what the doctor says that a client loads, or ends with 2 and names it", {
  timeout: 900_000,
}, async () => {
  let [trees, loaded, named] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const { base, project } = grow(steps);
      try {
        const seen = await examined(project);
        const home = path.join(base, "home");
        const files = startsOf(steps).flatMap((start) => {
          const cwd = path.join(project, start);
          const found = loadedIn(cwd, home);
          if (trees % 20 === 0) expect(new Set(listedIn(cwd, home))).toEqual(new Set(found.keys()));
          return Array.from(found);
        });
        const hidden = files.filter(([file]) => !isAnswered(file, project, seen));
        trees++;
        loaded += files.length;
        if (seen.needed.length > 0) named++;
        expect(hidden.map(([file, client]) => `${client} loads ${path.relative(project, file)}`)).toEqual([]);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    }),
    samples(2_000),
  );

  // A property of empty trees would hold.
  expect(loaded / trees).toBeGreaterThan(1);
  expect(named / trees).toBeGreaterThan(0.02);
});
