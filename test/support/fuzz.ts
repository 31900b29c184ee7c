import { Buffer } from "node:buffer";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { openArchive } from "../../src/archive/open-archive.ts";
import { nameProblem } from "../../src/archive/name-problem.ts";
import { writeTarGz } from "../../src/archive/tar/tar-gz.ts";
import { writeZip } from "../../src/archive/zip/write-zip.ts";
import { configFormat } from "../../src/api/settings/config-format.ts";
import { SkillsError } from "../../src/core/errors.ts";
import type { JsonNode } from "../../src/core/json.ts";
import type { Range } from "../../src/core/place.ts";
import { examine } from "../../src/engine.ts";
import { readScenario } from "../../src/harness/scenario/read-scenario.ts";
import { parseLock, writeLock } from "../../src/install/lock.ts";
import { planFixes } from "../../src/lint/fix.ts";
import { predictLoads } from "../../src/lint/predict-loads.ts";
import { makeManifest } from "../../src/manifest/make-manifest.ts";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import { ArchiveRefused, type FileBytes } from "../../src/model/archive.ts";
import { openMemory } from "../../src/model/memory-source.ts";
import { plainPaint } from "../../src/model/paint.ts";
import type { Diagnostic, Report } from "../../src/model/report.ts";
import { decodeText } from "../../src/parse/decode.ts";
import { readTree } from "../../src/parse/format/read-tree.ts";
import { parseJson } from "../../src/parse/json.ts";
import { parseSkillMd } from "../../src/parse/skill-md.ts";
import { reporters } from "../../src/report/formats/index.ts";
import { clients } from "../../src/generated/clients.ts";
import { newestVersions } from "../../src/targets/newest-clients.ts";
import { benignArchives, skillText } from "./benign-archives.ts";
import { cpuTime } from "./effort.ts";

/** A reader of hostile bytes, and what must hold whatever they are. */
export interface FuzzTarget {
  readonly name: string;
  /** Inputs in fixtures/fuzz that once broke something, by file name. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
  /** Inputs to change. */
  seeds(): Promise<readonly Uint8Array[]>;
  /** Texts that mean something to the reader, to be inserted. */
  readonly words: readonly string[];
  /** Throws a Broken if something does not hold, and whatever the reader throws. */
  check(bytes: Uint8Array): void | Promise<void>;
}

/** Something that must hold does not. */
class Broken extends Error {}

/** Milliseconds of CPU for one input of at most a few kilobytes. */
const longest = 2_000;

const marks = [
  "---\n",
  "\n---\n",
  ": ",
  "- ",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "\ufeff",
  "\0",
  "\u2028",
  "\u202e",
  '"',
  "'",
];
const yamlWords = [
  ...marks,
  ...[
    "name: ",
    "description: ",
    "metadata:\n  ",
    "|\n  ",
    ">-\n  ",
    "&a ",
    "*a ",
    "<<: ",
    "!!str ",
    "? ",
    "{a: ",
    "[",
  ],
  ...[
    "%YAML 1.1\n",
    "...\n",
    "# ",
    "0x1f",
    "1_000",
    "yes",
    "~",
    ".inf",
    "2024-01-01",
    "\\u0000",
    "\ud83d\ude00",
    "é",
  ],
];
const markdownWords = [
  ...[
    "```\n",
    "~~~\n",
    "`",
    "[a](b.md)",
    "![",
    "](",
    "<!-- skills-disable-next-line ",
    "-->",
    "<b>",
    "> ",
    "1. ",
    "# ",
  ],
  ...[
    "$ARGUMENTS",
    "{{",
    "}}",
    "scripts/run.sh",
    "../",
    "%2e%2e",
    "file:///",
    "https://a.b/",
    "[x]: y\n",
    "| - |\n",
    "\\",
  ],
];
const jsonWords = [
  "{",
  "}",
  "[",
  "]",
  ",",
  '":"',
  "null",
  "1e999",
  "-0",
  '"__proto__":',
  "\\ud800",
  "//",
  "/*",
  "true",
];

const scriptWords = [
  ...[
    "#!/bin/sh\n",
    "$(",
    "`",
    '"',
    "'",
    "<<EOF\n",
    "EOF\n",
    "\\\n",
    "&&",
    "|",
    "curl ",
    "base64 -d",
    "\r\n",
    "${",
    "}",
  ],
  ...[
    "import os\n",
    "# /// script\n",
    "# ///\n",
    '"""',
    "eval(",
    "exec(",
    "\\x41",
    "~/.ssh/id_rsa",
    "\u202e",
    "\0",
    "//",
    "/*",
  ],
];

/** The readers. `repository`: where the fixtures are. */
export function fuzzTargets(repository: URL): readonly FuzzTarget[] {
  const readers: readonly Omit<FuzzTarget, "kept">[] = [
    { name: "skill", seeds: skillSeeds, words: [...yamlWords, ...markdownWords], check: checkSkill },
    { name: "loads", seeds: skillSeeds, words: yamlWords, check: checkLoads },
    { name: "script", seeds: scriptSeeds, words: scriptWords, check: checkScript },
    { name: "json", seeds: jsonSeeds, words: jsonWords, check: checkJson },
    {
      name: "zip",
      seeds: () => archives("zip"),
      words: ["PK\u0003\u0004", "PK\u0001\u0002", "../", "\0"],
      check: checkArchive,
    },
    {
      name: "tar",
      seeds: () => archives("tar"),
      words: ["ustar", "../", "path=", "\0"],
      check: checkArchive,
    },
    {
      name: "config",
      seeds: configSeeds,
      words: [...yamlWords, "rules:\n", "overrides:\n", "extends:"],
      check: checkConfig,
    },
    {
      name: "scenario",
      seeds: () => scenarioSeeds(new URL("fixtures/scenarios/", repository)),
      words: [...yamlWords, "steps:\n", "expect:\n"],
      check: checkScenario,
    },
    { name: "lock", seeds: lockSeeds, words: [...jsonWords, "sha256-"], check: checkLock },
    { name: "manifest", seeds: manifestSeeds, words: [...jsonWords, "../", "sha256"], check: checkManifest },
  ];
  return readers.map((reader) => ({
    ...reader,
    kept: filesIn(new URL(`fixtures/fuzz/${reader.name}/`, repository)),
  }));
}

function filesIn(directory: URL): ReadonlyMap<string, Uint8Array> {
  const names = existsSync(directory) ? readdirSync(directory).sort() : [];
  return new Map(names.map((name) => [name, readFileSync(new URL(name, directory))]));
}

/** Throws if the target breaks on the input, or needs too long for it. */
export async function tryInput({ check }: FuzzTarget, bytes: Uint8Array): Promise<void> {
  const started = cpuTime();
  await check(bytes);
  const took = cpuTime() - started;
  if (took > longest) throw new Broken(`took ${Math.round(took)} ms of CPU`);
}

/** A change of an input. A position is in thousandths of its length, so that it stays meaningful when others are left out. */
type Change =
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "remove" | "double"; readonly at: number; readonly length: number }
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "splice"; readonly at: number; readonly other: number; readonly from: number };

/** Seeds with one to eight changes. */
export async function inputsOf({ kept, seeds, words }: FuzzTarget): Promise<fc.Arbitrary<Uint8Array>> {
  const all = [...(await seeds()), ...kept.values()];
  const place = fc.nat(1_000);
  const change = fc.oneof(
    fc.record({
      kind: fc.constant("insert" as const),
      at: place,
      bytes: fc.oneof(
        fc.constantFrom(...words).map((word) => Buffer.from(word)),
        fc.uint8Array({ maxLength: 4 }),
        fc
          .tuple(fc.constantFrom(...words), fc.nat(300))
          .map(([word, times]) => Buffer.from(word.repeat(times))),
      ),
    }),
    fc.record({ kind: fc.constantFrom("remove" as const, "double" as const), at: place, length: fc.nat(60) }),
    fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }),
    fc.record({
      kind: fc.constant("splice" as const),
      at: place,
      other: fc.nat(all.length - 1),
      from: place,
    }),
  );
  return fc
    .record({ seed: fc.nat(all.length - 1), changes: fc.array(change, { minLength: 1, maxLength: 8 }) })
    .map(({ seed, changes }) => changes.reduce((bytes, each) => changed(bytes, each, all), all[seed]!));
}

function changed(bytes: Uint8Array, change: Change, all: readonly Uint8Array[]): Uint8Array {
  const at = Math.floor((change.at / 1_000) * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (change.kind) {
    case "insert":
      return Buffer.concat([before, change.bytes, after]);
    case "remove":
      return Buffer.concat([before, after.subarray(change.length)]);
    case "double":
      return Buffer.concat([before, after.subarray(0, change.length), after]);
    case "flip": {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = copy[at]! ^ (1 << change.bit);
      return copy;
    }
    case "splice": {
      const other = all[change.other]!;
      return Buffer.concat([before, other.subarray(Math.floor((change.from / 1_000) * other.length))]);
    }
  }
}

async function skillSeeds(): Promise<readonly Uint8Array[]> {
  const texts = [
    skillText,
    '---\nname: "demo"\ndescription: >-\n  Draws charts. Use when: asked\n  for one.\nlicense: MIT\nmetadata:\n  version: "1.0"\nallowed-tools: Read Bash(git:*)\n---\n# Demo\n\nRead [the guide](references/a.md) and run `scripts/run.sh --all`.\n',
    "---\r\nname: demo\r\ndescription: 'It''s one'\r\n---\r\n\r\n1. One\r\n   ```sh\r\n   python scripts/a.py\r\n   ```\r\n",
    "\ufeff---\nname: demo\ndescription: |\n  Two\n\n  lines\ntags: [a, b, {c: d}]\n---\n<!-- skills-disable-next-line body-tokens -- too long -->\n> ![x](assets/x.png)\n\n[ref]: references/a.md#part\n",
    "---\nname: demo\ndescription: a: b # c\nx: &a [1, 2]\ny: *a\n---\n| a | b |\n|---|---|\n| `c` | <a href='references/a.md'>d</a> |\n",
  ];
  return texts.map((text) => Buffer.from(text));
}

async function scriptSeeds(): Promise<readonly Uint8Array[]> {
  const texts = [
    '#!/bin/sh\nset -eu\nfor f in references/*.md; do cat <<EOF\n$f `date` $(basename "$f")\nEOF\ndone | sort > out.txt\n',
    '#!/usr/bin/env python3\n# /// script\n# dependencies = ["rich"]\n# ///\nimport subprocess\n"""doc"""\nsubprocess.run(["ls", "-l"])\nprint(input("name? "))\n',
    "import fs from 'node:fs';\n// a comment\nconst text = `a ${fs.readFileSync('x', 'utf8')} b`;\nconsole.log(/[/]/.test(text));\n",
  ];
  return texts.map((text) => Buffer.from(text));
}

async function jsonSeeds(): Promise<readonly Uint8Array[]> {
  return [
    '{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {"a": {}}, "": []}\n',
    '["\\ud83d\\ude00", "😀"]',
    "3",
  ].map((text) => Buffer.from(text));
}

async function archives(kind: "zip" | "tar"): Promise<readonly Uint8Array[]> {
  const files: readonly FileBytes[] = [
    { path: "demo/SKILL.md", bytes: Buffer.from(skillText), executable: false },
    { path: "demo/run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: true },
  ];
  const others = benignArchives
    .map(({ bytes }) => bytes())
    .filter((bytes) => bytes.length < 3_000 && (bytes[0] === 0x1f) === (kind === "tar"));
  return [kind === "tar" ? await writeTarGz(files) : writeZip(files), ...others];
}

async function configSeeds(): Promise<readonly Uint8Array[]> {
  const text =
    'extends: recommended\ntargets: [spec, claude-code]\nrules:\n  body-tokens: {severity: error}\n  name-format: off\noverrides:\n  - files: ["skills/a/**"]\n    rules: {evals-format: warning}\nsuppressions:\n  - rule: body-tokens\n    files: ["skills/b/**"]\n    reason: long on purpose\n    until: 2030-01-01\n';
  return [Buffer.from(text)];
}

async function scenarioSeeds(directory: URL): Promise<readonly Uint8Array[]> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.ya?ml$/.test(name),
  );
  const texts = names.sort().map((name) => readFileSync(new URL(name, directory)));
  return texts.filter((bytes) => bytes.length < 3_000);
}

async function lockSeeds(): Promise<readonly Uint8Array[]> {
  const digest = `h1:${Buffer.alloc(32, 1).toString("base64")}`;
  const skill = {
    source: { kind: "directory" as const, path: "../demo" },
    contentDigest: digest,
    executable: ["run.sh"],
  };
  const vercel = {
    version: 1,
    skills: { demo: { source: "owner/name", sourceType: "github", computedHash: "a".repeat(64) } },
  };
  return [writeLock(new Map([["demo", skill as never]])), Buffer.from(JSON.stringify(vercel))];
}

async function manifestSeeds(): Promise<readonly Uint8Array[]> {
  const files = ["SKILL.md", "references/a.md"].map((path) => ({
    path,
    bytes: Buffer.from(path),
    executable: false,
  }));
  return [makeManifest("demo", files)];
}

function checkSkill(bytes: Uint8Array): void {
  const files = { "SKILL.md": bytes, "references/a.md": "# Part\n", "scripts/run.sh": "#!/bin/sh\necho a\n" };
  const report = lint(files);
  checkFindings(report, files);
  const text = textOf(bytes);
  if (text === undefined) return;
  const fixed = withSafeFixes(text, report);
  if (fixed === text) return;
  checkMeaning(text, fixed);
  lint({ ...files, "SKILL.md": fixed });
}

function lint(files: Readonly<Record<string, Uint8Array | string>>): Report {
  return examine(files, { name: "demo", targets: ["spec", "skills-ref", "claude-api"], security: true });
}

function checkScript(bytes: Uint8Array): void {
  const names = ["scripts/run.sh", "scripts/a.py", "scripts/a.mjs"];
  const skill = `${skillText}\nRun ${names.map((name) => `\`${name}\``).join(", ")}.\n`;
  const files = { "SKILL.md": skill, ...Object.fromEntries(names.map((name) => [name, bytes])) };
  checkFindings(lint(files), files);
}

/** Positions are inside their files, and nothing that is printed contains a control character of a file. */
function checkFindings(report: Report, files: Readonly<Record<string, Uint8Array | string>>): void {
  for (const { findings } of report.subjects)
    for (const { file, start, end, ruleId } of findings) {
      const content = files[file];
      if (!start || !end || content === undefined) continue;
      const size = Buffer.from(content as Uint8Array).length;
      if (start.byteOffset > size || end.byteOffset > size || start.offset > end.offset)
        throw new Broken(`${ruleId} points at ${start.byteOffset} to ${end.byteOffset} of ${size} bytes`);
    }
  for (const format of ["text", "github", "markdown"] as const) {
    const printed = reporters[format](report, { paint: plainPaint, quiet: false, all: true, width: 80 });
    const [found] = /[^\P{Cc}\n]|\p{Bidi_Control}/u.exec(printed) ?? [];
    if (found !== undefined)
      throw new Broken(`${format} prints U+${found.codePointAt(0)!.toString(16).padStart(4, "0")}`);
  }
  JSON.parse(reporters.json(report, { paint: plainPaint, quiet: false }));
}

function textOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

function withSafeFixes(text: string, report: Report): string {
  const findings: readonly Diagnostic[] = report.subjects.flatMap((subject) => subject.findings);
  const files = new Set(["SKILL.md"]);
  const plan = planFixes({ paths: files, files, texts: new Map([["SKILL.md", text]]) }, findings, "safe");
  return plan.texts.get("SKILL.md") ?? text;
}

/** A client that loads a skill loads it after a safe fix, too, and by the same name and description. */
function checkMeaning(before: string, after: string): void {
  const [was, is] = [loadsOf(before), loadsOf(after)];
  for (const [at, load] of was.entries()) {
    const now = is[at]!;
    const isLost = load.name !== null && (now.name !== load.name || now.description !== load.description);
    if (isLost && load.outcome === "as-written")
      throw new Broken(
        `a safe fix changes what ${load.client} loads: ${JSON.stringify([load.name, load.description])} is now ${JSON.stringify([now.name, now.description, now.reasons])}`,
      );
  }
}

const every = newestVersions(clients);

function loadsOf(content: string | Uint8Array) {
  return predictLoads(openMemory("demo", { "SKILL.md": content }), every).loads;
}

/** Each client has an answer, and the same one a second time. */
function checkLoads(bytes: Uint8Array): void {
  const loads = loadsOf(bytes);
  if (!isDeepStrictEqual(loads, loadsOf(bytes))) throw new Broken("a second reading differs");
  const { source, facts } = decodeText(bytes);
  const document = parseSkillMd("SKILL.md", source, facts);
  for (const { range } of document.problems) checkRange(range, source.text.length);
  for (const { range } of document.body.references) checkRange(range, source.text.length);
}

function checkRange({ start, end }: Range, length: number): void {
  if (start.offset > end.offset || end.offset > length)
    throw new Broken(`a range from ${start.offset} to ${end.offset} of ${length}`);
}

/** Accepts what JSON.parse accepts, with the same value. */
function checkJson(bytes: Uint8Array): void {
  const { source } = decodeText(bytes);
  const { root, problems } = parseJson(source);
  let value: unknown;
  try {
    value = JSON.parse(source.text);
  } catch {
    if (problems.every(({ kind }) => kind === "duplicate-key"))
      throw new Broken("accepted, unlike by JSON.parse");
    return;
  }
  if (problems.some(({ kind }) => kind === "depth")) return;
  const problem = problems.find(({ kind }) => kind !== "duplicate-key");
  if (problem) throw new Broken(`refused, unlike by JSON.parse: ${problem.message}`);
  if (!isDeepStrictEqual(root && valueOf(root), value))
    throw new Broken("another value than that of JSON.parse");
}

function valueOf(node: JsonNode): unknown {
  if (node.kind === "null") return null;
  if (node.kind === "array") return node.items.map(valueOf);
  if (node.kind !== "object") return node.value;
  const value = {};
  for (const { key, value: member } of node.members)
    Object.defineProperty(value, key, {
      value: valueOf(member),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  return value;
}

async function checkArchive(bytes: Uint8Array): Promise<void> {
  await unlessRefused(ArchiveRefused, async () => {
    const { files } = await openArchive(bytes);
    const problem = files.map(({ path }) => nameProblem(path)).find(Boolean);
    if (problem) throw new Broken(`accepted a name: ${problem.message}`);
  });
}

function checkConfig(bytes: Uint8Array): void {
  const { root } = readTree(bytes, "skills.config.yaml");
  if (root) configFormat.read(root, () => {});
}

function checkScenario(bytes: Uint8Array): void {
  const read = readScenario(bytes, "a.scenario.yaml");
  if ("problems" in read && read.problems.some(({ line, column }) => line < 1 || column < 1))
    throw new Broken("a problem at no place");
}

async function checkLock(bytes: Uint8Array): Promise<void> {
  await unlessRefused(SkillsError, () => {
    const parsed = parseLock(parseJson(decodeText(bytes).source), "skills.lock.json");
    if (parsed.format !== "skills.lock.json") return;
    const written = writeLock(parsed.lock);
    const again = parseLock(parseJson(decodeText(written).source), "skills.lock.json");
    if (!isDeepStrictEqual(again, parsed)) throw new Broken("another lock after it was written and read");
  });
}

async function checkManifest(bytes: Uint8Array): Promise<void> {
  await unlessRefused(ArchiveRefused, () => void parseManifest(bytes, nameProblem));
}

async function unlessRefused(
  Refusal: new (...parameters: never[]) => Error,
  read: () => void | Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
  }
}
