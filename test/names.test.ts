import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packInto } from "../bench/packed.js";

const folder = mkdtempSync(path.join(tmpdir(), "names-"));
const { tarball, companion } = packInto(folder);

/** Two packages of npm with the command skills. Without the registry, only the first is there. */
const others = { "a package that is made here": makeOther(), "the package of the registry": fetchOther() };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(args: readonly string[], cwd: string) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), npm_config_update_notifier: "false", npm_config_audit: "false" };
  return spawnSync("npm", [...args, "--no-fund", "--prefer-offline"], { cwd, env, encoding: "utf8" });
}

/** A package with the commands of npm's package skills. */
function makeOther(): string {
  const place = path.join(folder, "other");
  mkdirSync(place);
  const bin = { skills: "cli.mjs", "add-skill": "cli.mjs" };
  writeFileSync(
    path.join(place, "package.json"),
    JSON.stringify({ name: "skills", version: "1.0.0", bin, type: "module" }),
  );
  writeFileSync(path.join(place, "cli.mjs"), '#!/usr/bin/env node\nconsole.log("another program");\n');
  npm(["pack", "--pack-destination", folder], place);
  return path.join(folder, "skills-1.0.0.tgz");
}

/** The tarball, or undefined if the registry does not answer. */
function fetchOther(): string | undefined {
  const place = path.join(folder, "fetched");
  mkdirSync(place);
  const timeouts = ["--fetch-retries=0", "--fetch-timeout=10000"];
  const { status, stdout } = npm(["pack", "skills", "--silent", ...timeouts], place);
  return status === 0 ? path.join(place, stdout.trim()) : undefined;
}

const ours = /^(?:skills|skillwright) \d.*Agent Skills|^skills-ref, version/;

/** Whose command a name is, by the first line of its version. */
function ownerOf(directory: string, name: string): "ours" | "theirs" | "absent" {
  const file = path.join(directory, name);
  if (!existsSync(file)) return "absent";
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return status === 0 && ours.test(stdout) ? "ours" : "theirs";
}

const commands = ["skillwright", "skills", "skills-ref", "add-skill"];

describe.each(Object.entries(others))("beside %s", (_, other) => {
  const orders = {
    "after it": [other!, tarball],
    "before it": [tarball, other!],
  };

  it.for(Object.entries(orders))("is installed globally %s", ([, order], { skip }) => {
    if (other === undefined) skip("the registry does not answer");
    const prefix = mkdtempSync(path.join(folder, "global-"));
    for (const each of order) {
      const { status, stderr } = npm(["install", "--global", "--prefix", prefix, each], prefix);
      expect([status, stderr]).toEqual([0, expect.not.stringContaining("EEXIST")]);
    }
    const bin = path.join(prefix, "bin");
    expect(commands.map((name) => ownerOf(bin, name))).toEqual(["ours", "theirs", "absent", "theirs"]);
  });

  it.for(Object.entries(orders))("is installed in a project %s", ([, order], { skip }) => {
    if (other === undefined) skip("the registry does not answer");
    const project = mkdtempSync(path.join(folder, "local-"));
    writeFileSync(path.join(project, "package.json"), "{}");
    for (const each of order) expect(npm(["install", each], project).status).toBe(0);
    const bin = path.join(project, "node_modules/.bin");
    expect(commands.map((name) => ownerOf(bin, name))).toEqual(["ours", "theirs", "absent", "theirs"]);
  });

  it("does not share a name globally with the companion, which npm then refuses", ({ skip }) => {
    if (other === undefined) skip("the registry does not answer");
    const prefix = mkdtempSync(path.join(folder, "refused-"));
    const global = ["install", "--global", "--prefix", prefix];
    expect(npm([...global, other!], prefix).status).toBe(0);
    const { status, stderr } = npm([...global, tarball, companion], prefix);
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining("EEXIST")]);
    expect(ownerOf(path.join(prefix, "bin"), "skills")).toBe("theirs");
  });
});

it("adds the names skills and skills-ref with the companion", () => {
  const project = mkdtempSync(path.join(folder, "companion-"));
  writeFileSync(path.join(project, "package.json"), "{}");
  expect(npm(["install", "--offline", tarball, companion], project).status).toBe(0);
  const bin = path.join(project, "node_modules/.bin");
  expect(commands.map((name) => ownerOf(bin, name))).toEqual(["ours", "ours", "ours", "absent"]);
  const skill = path.join(project, "Bad/SKILL.md");
  mkdirSync(path.dirname(skill));
  writeFileSync(skill, "---\nname: Bad\ndescription: Does it.\n---\n");
  const run = (name: string, ...args: readonly string[]) =>
    spawnSync(path.join(bin, name), args, { cwd: project, encoding: "utf8" }).status;
  expect([run("skills", "validate", "Bad"), run("skills-ref", "validate", "Bad")]).toEqual([1, 1]);
});
