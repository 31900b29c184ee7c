// Rules of one's own over real skills: the findings of skills lint and of the engine for browsers, skill by skill, and the
// CPU time that the rules add. Exits with 1 if a finding differs, or there is none.
// node bench/own-rules.js DIRECTORY [--cli PATH]
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { measure } from "./pair.js";
import { builtSkills, inRepository, runSkills } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cli: { type: "string", default: builtSkills } },
});
const [directory] = positionals;
if (directory === undefined) throw new Error("node bench/own-rules.js DIRECTORY");

const words = [
  "simply",
  "obviously",
  "just",
  "please",
  "TODO",
  "utilize",
  "leverage",
  "robust",
  "seamless",
  "etc",
];
const more = [
  ...words.map(
    (word, at) => `  acme/word-${at}: { forbid: { text: ${word}, in: [description, body, headings] } }`,
  ),
  ...["owner", "team", "tier", "reviewed"].map(
    (key) => `  acme/has-${key}: { require: { field: metadata.${key} } }`,
  ),
  ...["name", "license", "compatibility"].map((key) => `  acme/field-${key}: { require: { field: ${key} } }`),
  "  acme/shouting: { forbid: { matches: '[A-Z]{20}', in: body } }",
  "  acme/year: { forbid: { matches: '\\b20(?:1\\d|2[0-4])\\b', in: [description, body, references] } }",
  "  acme/hosts-allowed: { inventory: { hosts: { allow: ['*.acme.com', github.com] } } }",
  "  acme/no-curl: { inventory: { programs: { deny: [curl, wget, sudo] } } }",
  "  acme/no-home: { inventory: { variables: { deny: [HOME, USER] } } }",
  "  acme/small-body: { limit: { tier: body, tokens: 1500 } }",
  "  acme/few-files: { limit: { tier: resources, files: 5 } }",
];
// Rules with paths are not for a browser.
const wishes = readFileSync(inRepository("fixtures/own-rules/wishes.yaml"), "utf8")
  .split(/^(?= {2}(?:acme\/|#))/m)
  .filter((each) => !each.includes("except:") && !each.includes("paths:"));
const text = `${wishes.join("")}\n${more.join("\n")}\n`;
const { readRules } = await import(inRepository("dist/engine-rules.js"));
const { examine } = await import(inRepository("dist/engine.js"));
const own = readRules(text);
const config = path.join(temporaryDirectory("own"), "skills.config.yaml");
writeFile(config, text);
const none = path.join(path.dirname(config), "none.yaml");
writeFile(none, "rules: {}\n");

/** @param {string} file */
const lint = (file) => ["lint", "--format", "json", "--jobs", "1", "--all", "--config", file, directory];
const report = JSON.parse(runSkills(lint(config), { cli: values.cli }).stdout);
/** @param {readonly any[]} findings */
const ours = (findings) =>
  findings
    .filter(({ ruleId }) => ruleId.startsWith("acme/"))
    .map(({ ruleId, file, message, severity, start }) => [ruleId, file, message, severity, start?.offset])
    .map((each) => JSON.stringify(each))
    .sort();

/** The files of a skill. No skill of the corpus has a link that leads out of it or to a directory. @param {string} root */
function filesOf(root) {
  /** @type {Record<string, unknown>} */
  const files = {};
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const absolute = path.join(root, file);
    const stats = lstatSync(absolute);
    if (stats.isFile()) files[file] = new Uint8Array(readFileSync(absolute));
    if (stats.isSymbolicLink())
      files[file] = { kind: "symlink", link: { target: readlinkSync(absolute), leads: "file" } };
  }
  return files;
}

/** Lint reports what is in a skill inside this one with that skill. @param {Record<string, unknown>} files */
function isOfAnother(files) {
  const others = Object.keys(files)
    .filter((file) => file.endsWith("/SKILL.md"))
    .map((file) => path.dirname(file));
  return (/** @type {string} */ file) => others.some((other) => file.startsWith(`${other}/`));
}

let [skills, findings, milliseconds] = [0, 0, 0];
/** @type {string[]} */
const different = [];
for (const { kind, path: label, findings: found } of report.data?.subjects ?? report.subjects) {
  if (kind !== "skill") continue;
  const root = path.resolve(label);
  const files = filesOf(root);
  const started = performance.now();
  const answer = examine(files, { name: path.basename(root), own });
  milliseconds += performance.now() - started;
  const isOther = isOfAnother(files);
  const inThis = answer.subjects[0].findings.filter(
    (/** @type {{ file: string }} */ { file }) => !isOther(file),
  );
  const [one, other] = [ours(found), ours(inThis)];
  skills++;
  findings += one.length;
  if (JSON.stringify(one) !== JSON.stringify(other)) different.push(label);
}
const cpu = (/** @type {string} */ file) =>
  measure({ name: "lint", file: process.execPath, args: [values.cli, ...lint(file)] }).cpu;
const rules = text.match(/^  acme\//gm)?.length ?? 0;
const [without, withRules] = [cpu(none), cpu(config)];
console.log(`${rules} rules, ${skills} skills, ${findings} findings, ${different.length} skills differ`);
console.log(different.slice(0, 20).join("\n"));
console.log(
  `lint: ${(without / 1000).toFixed(1)} CPU s without, ${(withRules / 1000).toFixed(1)} with: ${((1000 * (withRules - without)) / rules / skills).toFixed(0)} µs a rule and skill; engine: ${(milliseconds / 1000).toFixed(1)} s`,
);
process.exitCode = different.length > 0 || findings === 0 ? 1 : 0;
