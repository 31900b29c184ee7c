import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeTree } from "./support/tree.ts";

interface Adopted {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly result: string;
}

const live = (file: string): URL => new URL(`../live/${file}`, import.meta.url);
const { adopt } = (await import(live("outdated.js").href)) as {
  readonly adopt: (root: string, adopted: Adopted) => readonly string[];
};
const { default: codex } = (await import(live("clients/codex.js").href)) as {
  readonly default: { readonly packages: Readonly<Record<string, string>> };
};
const [pinned = ""] = Object.values(codex.packages);

/** A registry in which one package is newer, one is not, and one does not answer. */
function runOutdated(...words: readonly string[]) {
  const bin = makeTree({
    npm: `#!/bin/sh
case "$2" in
  @openai/codex) echo '"${pinned}"' ;;
  @kilocode/cli) echo '"99.10.0"' ;;
  *) exit 1 ;;
esac
`,
  });
  chmodSync(path.join(bin, "npm"), 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(live("run.js")), ...words], {
    encoding: "utf8",
    env: { PATH: `${bin}:/usr/bin:/bin` },
  });
  return { status, stdout, stderr };
}

describe("npm run live -- --outdated", () => {
  it("ends with 0 if no client has a newer version", () => {
    expect(runOutdated("--outdated", "--client", "codex")).toEqual({
      status: 0,
      stdout: `Client  Recorded  Newest\ncodex   ${pinned.padEnd(8)}  ${pinned}\n`,
      stderr: "",
    });
  });

  it("ends with 1 if one has, asking the package that has all its releases", () => {
    const { status, stdout } = runOutdated("--outdated", "--client", "codex,kilo");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^kilo +\d+\.\d+\.\d+ +99\.10\.0 +newer$/m);
  });

  it("ends with 2 if the registry does not answer for one", () => {
    const { status, stdout, stderr } = runOutdated("--outdated", "--client", "kilo,pi");
    expect(status).toBe(2);
    expect(stdout).toMatch(/^pi +\d+\.\d+\.\d+ +not known$/m);
    expect(stderr).toMatch(/^pi: npm does not say which version of \S+ is the newest\n$/);
  });

  it("updates nothing without being asked for the newest versions", () => {
    expect(runOutdated("--update", "--client", "codex")).toEqual({
      status: 2,
      stdout: "",
      stderr: "--update needs --outdated\n",
    });
  });
});

it("writes the new version of a client wherever the recorded one is named, and nothing else", () => {
  const files = {
    "live/clients/abc.js": `  packages: { "@x/abc": "1.2.3", "@x/abc-core": "1.2.3", other: "1.2.30" },\n`,
    "src/targets/clients/abc.ts": `export const abc: Client = {
  title: "A B C",
  versions: [
    {
      version: "1.2.3",
      versions: ">=1.2.3",
      sources: ["npm @x/abc 1.2.3 dist/a.js", "crates.io serde_yaml 0.9.34"],
      checked: "2026-11-01",
    },
    { version: "1.2.2", versions: "1.2.2", checked: "2026-10-01" },
  ],
};
`,
    "docs/clients.md":
      "| A B C (cli) | 1.2.3 | 4 | live | 2026-11-01 |\n| A B | 1.2.3 | 4 | live | 2026-11-01 |\n",
    "README.md": "| A B C 1.2.3 | 4 | live, 2026-11-01 |\n",
    "CHANGELOG.md": "### Added\n\n- One.\n\n### Changed\n\n- Two.\n\n### Fixed\n\n- Three.\n",
  };
  const root = makeTree(files);
  const adopted = { id: "abc", from: "1.2.3", to: "1.3.0", date: "2026-12-01", result: "1 of 9 changed" };
  expect(adopt(root, adopted)).toEqual(Object.keys(files));
  const now = (file: keyof typeof files) => readFileSync(path.join(root, file), "utf8");
  expect(now("live/clients/abc.js")).toContain('"@x/abc": "1.3.0", "@x/abc-core": "1.3.0", other: "1.2.30"');
  expect(now("src/targets/clients/abc.ts")).toBe(
    files["src/targets/clients/abc.ts"]
      .replace('version: "1.2.3"', 'version: "1.3.0"')
      .replace("abc 1.2.3", "abc 1.3.0")
      .replace("2026-11-01", "2026-12-01"),
  );
  expect(now("docs/clients.md")).toBe(
    "| A B C (cli) | 1.3.0 | 4 | live | 2026-12-01 |\n| A B | 1.2.3 | 4 | live | 2026-11-01 |\n",
  );
  expect(now("README.md")).toBe("| A B C 1.3.0 | 4 | live, 2026-12-01 |\n");
  expect(now("CHANGELOG.md")).toContain(
    "- Two.\n- A B C 1.3.0 is recorded; compared with 1.2.3, 1 of 9 changed.\n\n### Fixed",
  );
});
