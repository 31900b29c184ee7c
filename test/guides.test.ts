import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listRules } from "../src/api/explain.ts";
import { systems } from "../src/generated/systems.ts";
import { uploaders } from "../src/generated/uploaders.ts";
import { systemIds } from "../src/model/agent.ts";
import { aboutSystems } from "../src/model/target.ts";
import { playConsole } from "./support/console-page.ts";

const pathOf = (name: string): string => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

it.each([
  ["fixing.md", 5],
  ["accepting.md", 5],
  ["migration.md", 6],
  ["routing.md", 5],
])("%s shows what its commands print", async (name, least) => {
  const { text, commands } = playConsole(readFileSync(pathOf(name), "utf8"), { skill: true });
  expect(commands).toBeGreaterThanOrEqual(least);
  await expect(text).toMatchFileSnapshot(pathOf(name));
});

it("names only rules that exist for those of other tools", () => {
  const rows =
    readFileSync(pathOf("migration.md"), "utf8").match(
      /(?<=^\| (?!skills-ref|`validate|`read|`to-)[^|]*\| )[^|]*(?= \|$)/gm,
    ) ?? [];
  const named = rows.flatMap((row) =>
    Array.from(row.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g), ([, id = ""]) => id),
  );
  const known = new Set(listRules().map(({ id }) => id));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

/** A page with the table between its marks replaced. */
function withTable(name: string, rows: readonly string[]): string {
  return readFileSync(pathOf(name), "utf8").replace(
    /(?<=<!-- records -->\n)[^]*(?=<!-- \/records -->)/,
    `${rows.join("\n")}\n`,
  );
}

/** A source as a link, if it is an address. */
function linked(source: string): string {
  return source.startsWith("https://") ? `<${source}>` : source;
}

it("lists every uploader with its limits and sources, and shows what the commands print", async () => {
  const rows = uploaders
    .toSorted((one, other) => (one.order ?? 900) - (other.order ?? 900))
    .map(
      ({ id, title, limits, layout, extensions, sources }) =>
        `| \`${id}\` | ${title} | ${layout === "wrapped" ? "a directory in the archive" : "files at the archive's root"}; ${extensions.map((each) => `.${each}`).join(", ")} | ${limits} | ${sources.map(linked).join("; ")} |`,
    );
  expect(rows.length).toBeGreaterThan(5);
  const table = ["| Id | Is | Form | Limits | Sources |", "|---|---|---|---|---|", ...rows];
  const { text, commands } = playConsole(withTable("uploaders.md", table), { skill: true });
  expect(commands).toBeGreaterThan(1);
  await expect(text).toMatchFileSnapshot(pathOf("uploaders.md"));
});

it("lists every system with its sources, and shows what the commands print", async () => {
  const about = new Map<string, string>(aboutSystems);
  const rows = systemIds.map((id) => {
    const sources = systems.find((system) => system.id === id)?.sources ?? [];
    return `| \`${id}\` | ${about.get(id) ?? ""} | ${sources.map(linked).join("; ")} |`;
  });
  expect(rows.length).toBeGreaterThan(4);
  const table = ["| Id | Is | Modeled on |", "|---|---|---|", ...rows];
  const { text, commands } = playConsole(withTable("systems.md", table), { skill: true });
  expect(commands).toBeGreaterThan(1);
  await expect(text).toMatchFileSnapshot(pathOf("systems.md"));
});
