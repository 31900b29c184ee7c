import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commands } from "../src/cli/command-list.ts";
import { house } from "./support/house.ts";
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

it("keeps the map of the rooms true", async () => {
  const page = read("docs/architecture.md");
  const current = page.replace(
    /(?<=<!-- rooms: [^>]*-->\n)[^]*(?=<!-- \/rooms -->)/,
    `${houseTable(house)}\n`,
  );
  await expect(current).toMatchFileSnapshot(fileURLToPath(new URL("docs/architecture.md", root)));
});

it("names every folder of src in the map, and no other", () => {
  const folders = readdirSync(new URL("src/", root), { withFileTypes: true })
    .filter((item) => item.isDirectory() && item.name !== "generated")
    .map(({ name }) => name);
  expect(
    Object.keys(house)
      .filter((name) => !name.endsWith(".ts"))
      .sort(),
  ).toEqual(folders.sort());
});

describe.each(["CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md", "docs/versioning.md"])(
  "%s",
  (file) => {
    const page = read(file);

    it("names only files that there are", () => {
      expect(pathsIn(page).filter((named) => !existsSync(new URL(named, root)))).toEqual([]);
    });

    it("calls files by names that there are", () => {
      const bare = Array.from(page.matchAll(/`([\w-]+\.(?:ts|js|json))`/g), ([, name]) => name!);
      expect(bare.filter((name) => !names.has(name))).toEqual([]);
    });

    it("links only to files that there are", () => {
      const links = Array.from(page.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target]) => target!);
      expect(links.filter((target) => !existsSync(new URL(target, new URL(file, root))))).toEqual([]);
    });

    it("names only commands that there are", () => {
      const ours = Array.from(page.matchAll(/`(?:npx )?skills ([a-z]+)/g), ([, name]) => name!);
      expect(ours.filter((word) => !commands.some(({ name }) => name === word))).toEqual([]);
      const others = Array.from(
        page.matchAll(/^npx (?!skills )(\S+)|`npx (?!skills )(\S+)/gm),
        ([, line, span]) => line ?? span!,
      );
      expect(others.filter((name) => !existsSync(new URL(`node_modules/.bin/${name}`, root)))).toEqual([]);
      const run = Array.from(page.matchAll(/npm (?:run )?(?!ci\b)([a-z:]+)/g), ([, name]) => name!);
      expect(run.filter((name) => !(name in scripts))).toEqual([]);
    });
  },
);

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

  it("names files in each row, and only files that are there", () => {
    expect(rows.length).toBeGreaterThanOrEqual(fewest);
    expect(rows.filter((row) => pathsIn(row).length === 0)).toEqual([]);
    expect(pathsIn(walk).filter((named) => !existsSync(new URL(named, root)))).toEqual([]);
  });

  it("begins where the program does, and names only files that it then loads", () => {
    expect(rows[0]).toBe(`\`${start}\``);
    const loaded = new Set([`src/cli/commands/${command}.ts`, start]);
    for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported);
    const isLoaded = (named: string): boolean =>
      loaded.has(named) ||
      (!named.endsWith(".ts") && Array.from(loaded).some((file) => file.startsWith(`${named}/`)));
    expect(pathsIn(walk).filter((named) => !isLoaded(named))).toEqual([]);
  });
});

/** What a file of src imports from src, types too. The list of commands imports whichever runs: that is not followed. */
function importsOf(file: string): readonly string[] {
  const text = read(file);
  const fixed = text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"/gm);
  const lazy = file === "src/cli/command-list.ts" ? [] : text.matchAll(/\bimport\("(\.[^"]+)"\)/g);
  return Array.from([...fixed, ...lazy], ([, target]) =>
    path.posix.join(path.posix.dirname(file), target!),
  ).filter((target) => !target.startsWith("src/generated/"));
}

describe("CHANGELOG.md", () => {
  const headings = Array.from(read("CHANGELOG.md").matchAll(/^## (.*)$/gm), ([, heading]) => heading!);

  it("begins with what is not released, or with the version of package.json", () => {
    expect(headings[0]).toMatch(
      new RegExp(`^(?:Unreleased|${version.replaceAll(".", "\\.")} - (?:Unreleased|\\d{4}-\\d{2}-\\d{2}))$`),
    );
  });

  it("gives every version once, the newest first", () => {
    const versions = headings.flatMap((heading) => /^\d+\.\d+\.\d+/.exec(heading)?.[0] ?? []);
    const sorted = Array.from(new Set(versions)).sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
    expect(versions).toEqual(sorted);
    expect(versions).toContain(version);
  });
});

/** Whatever begins with a folder of the repository; of a path with a part in <> or a star, what stands before that part. */
function pathsIn(page: string): readonly string[] {
  const found = page.matchAll(/(?<![\w./-])(?:src|test|build|bench|docs|fixtures|schemas)\/[\w./*<>-]+/g);
  return Array.from(
    new Set(Array.from(found, ([named]) => named.replace(/[^/]*[<*].*$/, "").replace(/[./]+$/, ""))),
  );
}
