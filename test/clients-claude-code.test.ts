import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { claudeCode } from "../src/targets/clients/claude-code.ts";
import type { ClientVersion } from "../src/model/loader.ts";
import { answersFor } from "./support/answers-for.ts";
import { fixturesRoot } from "./support/fixtures.ts";

/** What a version did: the description as its catalog shows it, and the body without its last white space. */
interface Live {
  readonly loads: boolean;
  readonly hidden?: true;
  readonly listed?: string;
  readonly body?: string;
}

type Case = Readonly<Record<"directory" | "text", string>> & Readonly<Record<string, Live | string>>;

/** What the record's version did, or one that it covers. */
function liveOf(played: Case, version: ClientVersion): Live | undefined {
  const found = Object.entries(played).find(([key]) => /^\d/.test(key) && answersFor(version, key));
  return found?.[1] as Live | undefined;
}

/** Files for its repair of YAML, its fields, escapes and names, played as those of fixtures/live. */
const cases = JSON.parse(
  readFileSync(path.join(fixturesRoot, "clients", "claude-code.json"), "utf8"),
) as Readonly<Record<string, Case>>;

it.each(claudeCode.versions)("does what Claude Code $version did", (version) => {
  const recorded = Object.entries(cases).filter(([, each]) => liveOf(each, version) !== undefined);
  const wrong = recorded.flatMap(([name, each]) => {
    const live = liveOf(each, version)!;
    const result = version.load!({ directory: each.directory, bytes: new TextEncoder().encode(each.text) });
    const shown: Live =
      result.loads === true
        ? {
            loads: true,
            ...(result.hidden ? { hidden: true } : { listed: result.listed ?? result.description ?? "" }),
            ...(live.body !== undefined && { body: (result.body ?? "").trimEnd() }),
          }
        : { loads: false };
    return JSON.stringify(shown) === JSON.stringify(live) ? [] : [{ name, shown, live }];
  });
  expect(wrong).toEqual([]);
  expect(recorded.length).toBeGreaterThan(200);
});

it("makes no prediction for a frontmatter with many merges", () => {
  const text = `---\n${"a: {<<: *b}\n".repeat(30)}---\n`;
  const load = claudeCode.versions[0]?.load?.({
    directory: "my-skill",
    bytes: new TextEncoder().encode(text),
  });
  expect(load?.loads).toBe("unknown");
});
