import { readFileSync } from "node:fs";
import path from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, it } from "vitest";
import { writtenSkill } from "../src/lint/written-skill.ts";
import type { Client, ClientVersion, LoadInput, LoadOutcomeId } from "../src/model/loader.ts";
import { clients } from "../src/targets/clients/index.ts";
import { compareLoad } from "../src/targets/compare-load.ts";
import { fixturesRoot } from "./support/fixtures.ts";
import { parsed } from "./support/parsed.ts";

/** A SKILL.md and the name of its directory. */
interface Case {
  readonly directory: string;
  readonly text: string;
}

/** What a released client did with a case. */
interface Live {
  readonly outcome: "loads" | "not-loaded";
  readonly name?: string;
  readonly description?: string;
  readonly body?: string;
  readonly hidden?: true;
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(path.join(fixturesRoot, "clients", file), "utf8")) as T;
const cases = read<Readonly<Record<string, Case>>>("cases.json");
/** Outcomes in the words of the fact sheet: "ok", "REJ", or effects joined by "+". */
const executed = read<Readonly<Record<string, Readonly<Record<string, string>>>>>("executed.json");
const live = read<Readonly<Record<string, Readonly<Record<string, Live>>>>>("live.json");

const versions = clients.flatMap((client) => client.versions.map((version) => ({ client, version })));

it("has exact versions that are in their ranges", () => {
  const outside = versions.filter(
    ({ version: { version, versions: range } }) =>
      !validRange(range) || (range !== "*" && !satisfies(version, range)),
  );
  expect(outside.map(({ client, version }) => `${client.id}@${version.version}`)).toEqual([]);
  expect(versions.length).toBeGreaterThan(0);
});

describe.each(Object.keys(executed))("executed: %s", (key) => {
  const found = findVersion(key);
  it("has the recorded outcome in every case", () => {
    const outcomes = Object.entries(executed[key]!).map(([name, recorded]) => {
      const { outcome, effects } = play(found!.version, cases[name]!);
      return { name, outcome, effects, recorded };
    });
    expect(outcomes.filter(({ outcome, recorded }) => outcome !== outcomeOf(recorded))).toEqual([]);
  });
});

describe.each(Object.keys(live))("live: %s", (key) => {
  const found = findVersion(key);
  it("has the recorded outcome, name, description and body in every case", () => {
    const wrong = Object.entries(live[key]!).flatMap(([name, recorded]) => {
      const load = play(found!.version, cases[name]!).load;
      const shown =
        load.loads === true
          ? {
              outcome: "loads",
              name: load.name,
              description: [load.description, load.listed],
              body: load.body,
              hidden: load.hidden,
            }
          : { outcome: load.loads === false ? "not-loaded" : "unknown" };
      return differs(shown, recorded) ? [{ name, shown, recorded }] : [];
    });
    expect(wrong).toEqual([]);
  });
});

/** The version for "id", "id@version" or "id/variant@version"; without a version, the newest. */
function findVersion(key: string): { client: Client; version: ClientVersion } | undefined {
  const [, id, variant, version] = /^([^/@]+)(?:\/([^@]+))?(?:@(.+))?$/.exec(key) ?? [];
  return versions.find(
    ({ client, version: each }) =>
      client.id === id &&
      (variant === undefined || each.variant === variant) &&
      (version === undefined || each.version === version),
  );
}

function play(version: ClientVersion, { directory, text }: Case) {
  const input: LoadInput = { directory, bytes: new TextEncoder().encode(text) };
  const load = version.load!(input);
  return { load, ...compareLoad(load, writtenSkill(parsed(text).source), input) };
}

function outcomeOf(recorded: string): LoadOutcomeId {
  if (recorded === "REJ") return "not-loaded";
  return recorded === "ok" || recorded === "WARN" ? "as-written" : "differs";
}

function differs(
  shown: {
    outcome: string;
    name?: string;
    description?: (string | undefined)[];
    body?: string | undefined;
    hidden?: boolean | undefined;
  },
  recorded: Live,
): boolean {
  if (shown.outcome !== recorded.outcome) return true;
  if (recorded.outcome === "not-loaded") return false;
  return (
    (recorded.name !== undefined && shown.name !== recorded.name) ||
    (recorded.description !== undefined &&
      !shown.description!.some((each) => each?.trim() === recorded.description!.trim())) ||
    (recorded.body !== undefined && !(shown.body ?? "").startsWith(recorded.body)) ||
    (shown.hidden ?? false) !== (recorded.hidden ?? false)
  );
}
