import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../src/core/utf8.ts";
import type { CatalogRules, CatalogSkill, ClientCatalog } from "../src/model/client-catalog.ts";
import type { ClientVersion } from "../src/model/loader.ts";
import { listCatalog, toCatalogSkill } from "../src/targets/list-catalog.ts";
import { planCatalog } from "../src/targets/plan-catalog.ts";
import { clients } from "../src/generated/clients.ts";
import { cutUnits } from "../src/targets/reading/catalog-text.ts";
import { answersFor } from "./support/answers-for.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/** Descriptions: `of` repeated up to `length` characters, for `count` skills named s-000, s-001 and so on. */
interface Group {
  readonly count: number;
  readonly of: string;
  readonly length: number;
}

/** What a released client showed of a set: runs of skills with the same number of characters, in its order. */
interface Measured {
  /** Null if the client listed names only; "absent" if it did not list the skills. */
  readonly shown: readonly (readonly [number, number | null | "absent"])[];
  /** Of the whole text, without the client's own skills. */
  readonly sha256?: string;
}

interface Fixture {
  readonly sets: Readonly<Record<string, readonly Group[]>>;
  readonly catalogs: Readonly<Record<string, Readonly<Record<string, Measured>>>>;
}

const { sets, catalogs } = JSON.parse(
  readFileSync(path.join(fixturesRoot, "clients/catalogs.json"), "utf8"),
) as Fixture;

describe.each(Object.keys(catalogs))("%s", (key) => {
  const record = findRecord(key);
  it.skipIf(!record).each(Object.keys(catalogs[key]!))("shows %s as the released client does", (name) => {
    const measured = catalogs[key]![name]!;
    const catalog = listCatalog(record!.catalog, skillsOf(record!.load, sets[name]!));
    expect(runsOf(catalog)).toEqual(measured.shown);
    if (measured.sha256 !== undefined) expect(digest(catalog.text)).toBe(measured.sha256);
  });
});

type Catalogued = Required<Pick<ClientVersion, "load" | "catalog">>;

function findRecord(key: string): Catalogued | undefined {
  const [id, version] = key.split("@");
  const found = clients
    .find((client) => client.id === id)
    ?.versions.find((each) => answersFor(each, version!));
  return found?.load && found.catalog && { load: found.load, catalog: found.catalog };
}

/** The skills of a set as a client loads them. */
function skillsOf(load: Catalogued["load"], groups: readonly Group[]): readonly CatalogSkill[] {
  return groups
    .flatMap(({ count, of, length }) => Array.from({ length: count }, () => repeated(of, length)))
    .flatMap((description, at) => {
      const directory = `s-${String(at).padStart(3, "0")}`;
      const text = `---\nname: ${directory}\ndescription: ${JSON.stringify(description)}\n---\n\nBody\n`;
      const loaded = load({ directory, bytes: encodeUtf8(text) });
      const path = `/project/.agents/skills/${directory}/SKILL.md`;
      return loaded.loads === true ? [toCatalogSkill(loaded, { directory, path })] : [];
    });
}

function repeated(of: string, length: number): string {
  const points = Array.from(of);
  return Array.from({ length }, (_, at) => points[at % points.length]).join("");
}

function runsOf({ entries }: ClientCatalog): Measured["shown"] {
  const runs: [number, number | null | "absent"][] = [];
  for (const { state, shown } of entries) {
    const size = state === "absent" ? "absent" : shown === undefined ? null : Array.from(shown).length;
    const last = runs.at(-1);
    if (last?.[1] === size) last[0] += 1;
    else runs.push([1, size]);
  }
  return runs;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

describe("planCatalog", () => {
  const entry: CatalogRules["format"]["entry"] = ({ name }, description) =>
    description === undefined ? name : `${name} ${description}`;
  const format = { before: "", after: "", separator: "\n", entry };
  const order = { by: "name", compare: "locale" } as const;
  const rules = (budget: CatalogRules["budget"]): CatalogRules => ({ order, format, budget });
  const filling = (limit: number): CatalogRules =>
    rules({ overflow: "fill", unit: "utf-16", limit, own: 0, assumes: "" });
  const skill = (name: string, description: string): CatalogSkill => ({
    name,
    directory: name,
    path: `/${name}/SKILL.md`,
    description,
    listed: description,
  });
  const skills = [300, 120, 700, 500].map((length, at) => skill("abcd"[at]!, "x".repeat(length)));
  const plan = (catalog: CatalogRules, of = skills) =>
    planCatalog(catalog, of)?.shorten.map((each) => [each.skill.name, each.save]);

  it("has nothing to do if all fit", () => {
    expect(planCatalog(filling(1627 + 4), skills)).toEqual({ shorten: [], join: [] });
  });

  it("shortens the fewest descriptions, longest first, to the same length", () => {
    expect(plan(filling(1531))).toEqual([["c", 100]]);
    expect(plan(filling(1031))).toEqual([["c", 600]]);
    expect(plan(filling(1021))).toEqual([
      ["c", 405],
      ["d", 205],
    ]);
  });

  it("makes them fit to the character", () => {
    for (const limit of [1600, 1400, 1000, 800]) {
      const planned = planCatalog(filling(limit), skills)!.shorten;
      const after = skills.map((each) => {
        const save = planned.find((one) => one.skill === each)?.save ?? 0;
        return skill(each.name, each.description.slice(save));
      });
      const { entries } = listCatalog(filling(limit), after);
      expect(entries.every(({ state }) => state === "whole")).toBe(true);
    }
  });

  it("gives up if descriptions of 100 characters do not fit", () => {
    expect(planCatalog(filling(400), skills)).toBeUndefined();
  });

  it("shortens each description that is cut by itself", () => {
    const cut = { max: 400, unit: "utf-16", ellipsis: "…" } as const;
    const listed = skills.map((each) => ({
      ...each,
      listed: cutUnits(each.description, cut.max, cut.ellipsis),
    }));
    expect(plan({ order, format, cut, budget: "none" }, listed)).toEqual([
      ["c", 300],
      ["d", 100],
    ]);
  });

  it("joins the lines where only the first is shown", () => {
    const lines = [skill("a", "one\ntwo"), skill("b", "x".repeat(200))];
    const first = rules({ overflow: "first-lines", unit: "utf-16", limit: 100, own: 0, assumes: "" });
    expect(planCatalog(first, lines)).toEqual({ shorten: [], join: [lines[0]] });
  });
});
