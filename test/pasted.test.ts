import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packInto } from "../bench/packed.js";
import { commandNames } from "../src/report/drawing/as-typed.ts";
import { skillMd } from "./support/tree.ts";

const folder = mkdtempSync(path.join(tmpdir(), "pasted-"));
const [project, global, hooks, tools] = ["project", "global", "hooks", "tools"].map((name) =>
  path.join(folder, name),
) as [string, string, string, string];
const recorder = path.join(folder, "record.cjs");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const own = Object.entries(process.env).filter(
  ([name]) => !/^npm_|color|^(?:GITHUB_ACTIONS|CI)$/i.test(name),
);
const env = {
  ...Object.fromEntries(own),
  npm_config_update_notifier: "false",
  npm_config_audit: "false",
  npm_config_fund: "false",
};
const offline = { HOME: folder, npm_config_offline: "true" };

interface Ended {
  /** Null for a program that was still running at the end of its time. */
  readonly status: number | null;
  readonly text: string;
}

/** Without standard input; ends the program and what it started after 60 seconds. */
async function run(words: readonly string[], cwd: string, more: Record<string, string>): Promise<Ended> {
  const [program = "", ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (text += String(part)));
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), 60_000);
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  return { status, text };
}

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  expect(await run(["npm", ...args, "--prefer-offline"], cwd, {})).toMatchObject({ status: 0 });
}

/** npm's package of the name skills; one with its command if the registry does not answer. */
async function otherPackage(): Promise<string> {
  const timeouts = ["--fetch-retries=0", "--fetch-timeout=10000"];
  const { status, text } = await run(["npm", "pack", "skills", "--silent", ...timeouts], folder, {});
  if (status === 0) return path.join(folder, text.trim());
  const made = path.join(folder, "other");
  write(made, {
    "package.json": '{"name":"skills","version":"1.0.0","bin":{"skills":"cli.cjs"}}',
    "cli.cjs": '#!/usr/bin/env node\nconsole.log("another program");\n',
  });
  await npm(folder, "pack", made);
  return path.join(folder, "skills-1.0.0.tgz");
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

beforeAll(async () => {
  const { tarball } = packInto(folder);
  const other = await otherPackage();
  for (const place of [global, hooks]) mkdirSync(place);
  write(project, { "package.json": '{"scripts":{"ours":"skillwright"}}' });
  write(tools, {
    "tools/maps/SKILL.md": skillMd("maps", "See [a](a.md).\n"),
    "tools/maps/scripts/a.sh": "curl x.example\n",
    "tools/maps/.DS_Store": "",
    "tools/other/SKILL.md": skillMd(
      "other",
      "1. Replace this step with the first thing the agent should do.\n",
    ),
    "tools/broken/SKILL.md": "---\nname: Not It\n---\n",
    "broken.zip": "not an archive",
  });
  cpSync(tools, project, { recursive: true });
  const record = `require("node:fs").appendFileSync(process.env.STARTED_LOG, require("node:fs").realpathSync(process.argv[1]) + "\\n");`;
  writeFileSync(recorder, `if (process.env.STARTED_LOG && process.argv[1]) ${record}\n`);
  await npm(project, "install", other, tarball);
  await npm(global, "install", "--global", "--prefix", global, other, tarball);
  await npm(hooks, "install", "--global", "--prefix", hooks, tarball);
}, 300_000);

const outputs: readonly (readonly string[])[] = [
  ["--help"],
  ["install", "--help"],
  ["test", "-h"],
  ["instal"],
  ["add"],
  ["hash"],
  ["--fix", "lint"],
  ["lint", "--nonsense"],
  ["check", "--target", "unknown-target"],
  ["check", "nowhere"],
  ["check", "tools"],
  ["check", "tools/broken"],
  ["lint", "tools/broken"],
  ["lint", "tools", "--format", "sarif"],
  ["lint", "tools", "--format", "junit"],
  ["lint", "tools", "--format", "gitlab"],
  ["lint", "tools", "--format", "github"],
  ["validate", "tools", "--format", "markdown"],
  ["explain"],
  ["explain", "archive-multiple-skills"],
  ["explain", "starter-body"],
  ["init"],
  ["uninstall", "maps"],
  ["list", "--root", "nowhere"],
  ["doctor", "maps"],
  ["compat", "tools"],
  ["clients", "codex"],
  ["preview", "--client", "", "tools"],
  ["inspect", "tools/maps"],
  ["verify", "broken.zip"],
  ["pack", "--list", "tools/broken"],
  ["run", "hello", "--system", "agio"],
  ["lint", "--rule", "no-such=error", "tools"],
  ["install", "tools/broken"],
  ["rename", "tools/maps", "Not A Name"],
];

interface Way {
  readonly words: readonly string[];
  readonly env?: Record<string, string>;
  /** Whether a shell finds the global programs when a command is pasted. */
  readonly isGlobal?: boolean;
}

const ways: Readonly<Record<string, Way>> = {
  "a global installation": { words: [path.join(global, "bin/skillwright")], isGlobal: true },
  "node_modules/.bin": { words: ["node_modules/.bin/skillwright"] },
  npx: { words: ["npx", "skillwright"] },
  "a script of package.json": { words: ["npm", "run", "--silent", "ours", "--"] },
  "pre-commit": { words: [path.join(hooks, "bin/skillwright")], env: { PRE_COMMIT: "1" } },
};

const names = `--help|help(?= [a-z])|${commandNames.join("|")}`;
const aCommand = new RegExp(
  String.raw`(?<![\w./@=-])(?:npx )?(?:skills|skillwright) (?:${names})(?![\w-])[^\n\x60"'<>;&|(),\\…]*`,
  "g",
);
/** What is no command but the title of a report or of a log, or a synopsis. */
const titles = /^#+ .*$|(?:title|name)="?skillwright \w+"?|^Usage: .*$/gm;

/** The commands in an output, without the words of the sentence after them. */
function commandsIn(text: string): readonly string[] {
  return Array.from(text.replace(titles, "").matchAll(aCommand), ([found]) =>
    found.replace(/ (?:[A-Z]{2,}|\{|lists|takes|shows|explains|for|to|with|and|or|in|is)\b.*$/, "").trim(),
  );
}

/** Whose program a line starts in a shell, by the file that Node runs, and its exit code. */
async function paste(line: string, isGlobal: boolean): Promise<readonly [string, number | null]> {
  const cwd = mkdtempSync(path.join(project, "paste-"));
  const log = `${cwd}.log`;
  cpSync(tools, cwd, { recursive: true });
  const found = isGlobal ? [path.join(global, "bin")] : [];
  const { status } = await run(["sh", "-c", line], cwd, {
    ...offline,
    PATH: [...found, process.env["PATH"]].join(path.delimiter),
    NODE_OPTIONS: `--require ${recorder}`,
    STARTED_LOG: log,
  });
  const started = existsSync(log) ? readFileSync(log, "utf8") : "";
  rmSync(cwd, { recursive: true, force: true });
  const packages = Array.from(
    started.matchAll(/\/node_modules\/(skills|skillwright)\//g),
    ([, name]) => name,
  );
  return [Array.from(new Set(packages)).join(" and "), status];
}

/** Applies an action to all of a list, two at a time. */
async function inPairs<Item, Result>(
  list: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < list.length; at += 2)
    results.push(...(await Promise.all(list.slice(at, at + 2).map(act))));
  return results;
}

for (const [name, { words, env: more = {}, isGlobal = false }] of Object.entries(ways))
  it(`starts itself when a printed command is pasted: ${name}`, { timeout: 600_000 }, async () => {
    const texts = await inPairs(outputs, async (args) => {
      const { text } = await run([...words, ...args], project, { ...offline, ...more });
      return commandsIn(text);
    });
    const printed = Array.from(new Set(texts.flat()));
    expect(printed.length).toBeGreaterThan(30);
    const pasted = await inPairs(printed, async (line) => [line, ...(await paste(line, isGlobal))] as const);
    const isRight = (status: number | null) => status !== null && status <= 2;
    expect(pasted.filter(([, owner, status]) => owner !== "skillwright" || !isRight(status))).toEqual([]);
  });

it("would see the other program start", async () => {
  expect((await paste("npx skills --help", false))[0]).toBe("skills");
  expect((await paste("skills --help", true))[0]).toBe("skills");
});
