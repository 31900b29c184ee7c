import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { house, registries } from "./support/house.ts";
import { houseTable } from "./support/house-table.ts";

const root = new URL("../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), "utf8");
const names = new Set(
  ["src", "test", "build", "bench"]
    .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }))
    .concat(readdirSync(root))
    .map((file) => path.basename(file)),
);
const { version, scripts }: { readonly version: string; readonly scripts: Readonly<Record<string, string>> } =
  JSON.parse(read("package.json"));

it("generates the table of rooms", async () => {
  const page = read("docs/architecture.md");
  const current = page.replace(
    /(?<=<!-- rooms: [^>]*-->\n)[^]*(?=<!-- \/rooms -->)/,
    `${houseTable(house)}\n`,
  );
  await expect(current).toMatchFileSnapshot(fileURLToPath(new URL("docs/architecture.md", root)));
});

it("lists exactly the directories of src in the table", () => {
  const folders = readdirSync(new URL("src/", root), { withFileTypes: true })
    .filter((item) => item.isDirectory() && item.name !== "generated")
    .map(({ name }) => name);
  expect(
    Object.keys(house)
      .filter((name) => !name.endsWith(".ts"))
      .sort(),
  ).toEqual(folders.sort());
});

const documents = [
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/architecture.md",
  "docs/models.md",
  "docs/scenarios.md",
  "docs/versioning.md",
];
const pages = [
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  ...readdirSync(new URL("docs/", root)).map((file) => `docs/${file}`),
];

it.each(pages)("%s links only to existing files and headings", (file) => {
  const links = Array.from(read(file).matchAll(/\]\((?!https?:)([^)]+)\)/g), ([, target]) => target!);
  const broken = links.filter((link) => {
    const target = new URL(link, new URL(file, root));
    const heading = decodeURIComponent(target.hash.slice(1));
    target.hash = "";
    if (!existsSync(target)) return true;
    return heading !== "" && !anchorsOf(readFileSync(target, "utf8")).includes(heading);
  });
  expect(broken).toEqual([]);
});

/** As GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(documents)("%s", (file) => {
  const page = read(file);

  it("names only existing files", () => {
    expect(pathsIn(page).filter((named) => !existsSync(new URL(named, root)))).toEqual([]);
  });

  it("uses only names of existing files", () => {
    const bare = Array.from(page.matchAll(/`([\w-]+\.(?:ts|js|json))`/g), ([, name]) => name!);
    expect(bare.filter((name) => !names.has(name))).toEqual([]);
  });

  it("names only existing commands", () => {
    const ours = Array.from(
      page.matchAll(/(?:`skills|(?:`|npx )skillwright) ([a-z]+)/g),
      ([, name]) => name!,
    );
    expect(ours.filter((word) => !commands.some(({ name }) => name === word))).toEqual([]);
    const others = Array.from(
      page.matchAll(/^npx (?!skill(?:s|wright) )(\S+)|`npx (?!skill(?:s|wright) )(\S+)/gm),
      ([, line, span]) => line ?? span!,
    );
    expect(others.filter((name) => !existsSync(new URL(`node_modules/.bin/${name}`, root)))).toEqual([]);
    const run = Array.from(page.matchAll(/npm (?:run )?(?!(?:ci|audit)\b)([a-z:]+)/g), ([, name]) => name!);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe.each([
  ["validate", "src/bin/skills.ts", 16],
  ["pack", "src/cli/commands/pack.ts", 10],
  ["test", "src/cli/commands/test.ts", 10],
] as const)("the walk through skills %s", (command, start, fewest) => {
  const walk =
    new RegExp(`^## A walk through \`skills ${command} [^]*?(?=^## )`, "m").exec(
      read("docs/architecture.md"),
    )?.[0] ?? "";
  const rows = Array.from(walk.matchAll(/^\| (`[^|]*) \|[^|]*\|[^|]*\|$/gm), ([, first]) => first!);

  it("names existing files in each row", () => {
    expect(rows.length).toBeGreaterThanOrEqual(fewest);
    expect(rows.filter((row) => pathsIn(row).length === 0)).toEqual([]);
    expect(pathsIn(walk).filter((named) => !existsSync(new URL(named, root)))).toEqual([]);
  });

  it("begins with the entry point, and names only files that it loads", () => {
    expect(rows[0]).toBe(`\`${start}\``);
    const loaded = new Set([`src/cli/commands/${command}.ts`, start]);
    for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported);
    const isLoaded = (named: string): boolean =>
      loaded.has(named) ||
      (!named.endsWith(".ts") && Array.from(loaded).some((file) => file.startsWith(`${named}/`)));
    expect(pathsIn(walk).filter((named) => !isLoaded(named))).toEqual([]);
  });
});

/**
 * The files of src that a file imports, including types. The imports of the list of commands are not followed, as it
 * imports whichever command runs.
 */
function importsOf(file: string): readonly string[] {
  const text = read(file);
  const fixed = text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"/gm);
  const lazy = file === "src/cli/command-list.ts" ? [] : text.matchAll(/\bimport\("(\.[^"]+)"\)/g);
  return Array.from([...fixed, ...lazy], ([, target]) =>
    path.posix.join(path.posix.dirname(file), target!),
  ).filter((target) => !target.startsWith("src/generated/") || target.slice("src/".length) in registries);
}

describe("CHANGELOG.md", () => {
  const headings = Array.from(read("CHANGELOG.md").matchAll(/^## (.*)$/gm), ([, heading]) => heading!);

  it("begins with the unreleased changes or the version of package.json", () => {
    expect(headings[0]).toMatch(
      new RegExp(`^(?:Unreleased|${version.replaceAll(".", "\\.")} - (?:Unreleased|\\d{4}-\\d{2}-\\d{2}))$`),
    );
  });

  it("lists every version once, newest first", () => {
    const versions = headings.flatMap((heading) => /^\d+\.\d+\.\d+/.exec(heading)?.[0] ?? []);
    const sorted = Array.from(new Set(versions)).sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
    expect(versions).toEqual(sorted);
    expect(versions).toContain(version);
  });
});

/** Paths that begin with a directory of the repository, up to a part with <> or a star. */
function pathsIn(page: string): readonly string[] {
  const found = page.matchAll(/(?<![\w./-])(?:src|test|build|bench|docs|fixtures|schemas)\/[\w./*<>-]+/g);
  return Array.from(
    new Set(Array.from(found, ([named]) => named.replace(/[^/]*[<*].*$/, "").replace(/[./]+$/, ""))),
  );
}
