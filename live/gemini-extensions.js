// Validates extensions with Gemini CLI, installs them, and records what it does:
// node build/real.js && node live/gemini-extensions.js [--packages DIR] [--node PATH] [--allow-network]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stageSkills } from "./cases.js";
import { defaultPackages, importDriver, installedVersion } from "./drivers.js";
import { askGemini } from "./gemini-extension.js";
import { playEach } from "./play-each.js";
import { startMockModel } from "./real.js";
import { elsewhere, stageFor } from "./stage.js";
import { readOptions } from "./usage.js";

/** @typedef {string | { readonly base64: string }} Content */
/** @typedef {Readonly<Record<string, Content>>} Files */

const values = readOptions({
  packages: { type: "string", default: defaultPackages },
  node: { type: "string", default: process.execPath },
  "allow-network": { type: "boolean", default: false },
});

const file = "gemini-extension.json";
const right = { name: "p", version: "1.0.0" };

/** @param {string} name @param {string} [description] */
const skill = (name, description = `Does ${name}. Use it.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

const one = { "skills/one/SKILL.md": skill("one") };
const docs = {
  "GEMINI.md": "# p\n",
  "docs/a.md": "# a\n",
  "a..b.md": "# b\n",
  "a b.md": "# c\n",
  "100%.md": "# d\n",
};

/** @param {string} text @param {BufferEncoding} encoding @param {readonly number[]} [mark] */
const encoded = (text, encoding, mark = []) => ({
  base64: Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]).toString("base64"),
});

/** An extension of which the manifest has more or other keys. @param {object} more @param {Files} [files] */
const having = (more, files = one) => ({ [file]: JSON.stringify({ ...right, ...more }), ...files });

/** Extensions of which a key differs. @param {string} key @param {readonly unknown[]} all @param {Files} [files] */
const each = (key, all, files = one) =>
  Object.fromEntries(
    all.map((value) => {
      const shown = JSON.stringify(value) ?? "no key";
      const short = shown.length > 60 ? `${shown.slice(0, 12)}... (${shown.length} units)` : shown;
      return [`${key}: ${short}`, having({ [key]: value }, files)];
    }),
  );

const text = JSON.stringify(right);

/** @type {Readonly<Record<string, string | { readonly base64: string }>>} */
const manifests = {
  "an empty file": "",
  blanks: " \n",
  null: "null",
  "a list": "[]",
  "a list with the manifest": `[${text}]`,
  "a text": '"p"',
  "a number": "5",
  "a boolean": "true",
  "an empty object": "{}",
  "a trailing comma": '{"name":"p","version":"1.0.0",}',
  "a line comment": `// p\n${text}`,
  "a block comment": `/* p */${text}`,
  "single quotes": "{'name':'p','version':'1.0.0'}",
  "keys without quotes": '{name:"p",version:"1.0.0"}',
  "an object that is not closed": '{"name":"p","version":"1.0.0"',
  "text after the object": `${text} x`,
  "two objects": `${text}${text}`,
  "a line break in a text": '{"name":"p","version":"1.0.0","description":"a\nb"}',
  NaN: '{"name":"p","version":NaN}',
  CRLF: '{\r\n"name":"p",\r\n"version":"1.0.0"\r\n}\r\n',
  "a byte-order mark": `\ufeff${text}`,
  "UTF-16LE with a mark": encoded(text, "utf16le", [0xff, 0xfe]),
  "UTF-16LE": encoded(text, "utf16le"),
  "Latin-1 in the description": encoded('{"name":"p","version":"1.0.0","description":"caf\u00e9"}', "latin1"),
  "a wrong name, then a right one": '{"name":"p q","name":"p","version":"1.0.0"}',
  "a right name, then a wrong one": '{"name":"p","name":"p q","version":"1.0.0"}',
  "a version, then an empty one": '{"name":"p","version":"1.0.0","version":""}',
  "a manifest in a key": `{"extension":${text}}`,
  __proto__: '{"__proto__":{"name":"p"},"version":"1.0.0"}',
};

/** @type {Readonly<Record<string, Files>>} */
const places = {
  "no manifest": one,
  "a directory in place of the manifest": { [`${file}/a`]: "a", ...one },
  "a manifest in upper case": { "GEMINI-EXTENSION.json": text, ...one },
  "a manifest in .gemini": { [`.gemini/${file}`]: text, ...one },
  "a manifest in a directory": { [`p/${file}`]: text, "p/skills/one/SKILL.md": skill("one") },
};

/** @type {Readonly<Record<string, Files>>} */
const skills = {
  none: {},
  "two of them": { ...one, "skills/two/SKILL.md": skill("two") },
  "a file in place of skills": { skills: "a" },
  "skills/SKILL.md": { "skills/SKILL.md": skill("top"), ...one },
  "skills/SKILL.md alone": { "skills/SKILL.md": skill("top") },
  "SKILL.md at the root": { "SKILL.md": skill("p") },
  "a group": { "skills/group/one/SKILL.md": skill("one") },
  "a skill in a skill": { ...one, "skills/one/two/SKILL.md": skill("two") },
  "a hidden directory": { "skills/.one/SKILL.md": skill("one") },
  "node_modules in skills": { "skills/node_modules/SKILL.md": skill("one") },
  "skill.md": { "skills/one/skill.md": skill("one") },
  "Skills in upper case": { "Skills/one/SKILL.md": skill("one") },
  "a directory SKILL.md": { "skills/one/SKILL.md/a": "a" },
  ".agents/skills": { ".agents/skills/one/SKILL.md": skill("one") },
  ".gemini/skills": { ".gemini/skills/one/SKILL.md": skill("one") },
  "a directory with a blank": { "skills/my one/SKILL.md": skill("one") },
  "a directory with brackets": { "skills/[one]/SKILL.md": skill("one") },
  "a name that is not that of the directory": { "skills/one/SKILL.md": skill("two") },
  "a name in upper case": { "skills/one/SKILL.md": skill("One") },
  "a name with blanks": { "skills/one/SKILL.md": skill("my one") },
  "a name with a colon and a slash": { "skills/one/SKILL.md": skill('"a:b/c"') },
  "a name that is a number": { "skills/one/SKILL.md": skill("5") },
  "an empty name": { "skills/one/SKILL.md": skill('""') },
  "a name of 300 letters": { "skills/one/SKILL.md": skill("a".repeat(300)) },
  "the same name twice": { ...one, "skills/two/SKILL.md": skill("one") },
  "the same name in another case": { ...one, "skills/two/SKILL.md": skill("ONE") },
  "the name of a built-in skill": { "skills/skill-creator/SKILL.md": skill("skill-creator") },
  "a name with a variable": { "skills/one/SKILL.md": skill('"one-${pathSeparator}"') },
  "no frontmatter": { "skills/one/SKILL.md": "Do it.\n" },
  "no name": { "skills/one/SKILL.md": "---\ndescription: Does it.\n---\n\nDo it.\n" },
  "no description": { "skills/one/SKILL.md": "---\nname: one\n---\n\nDo it.\n" },
  "an empty description": { "skills/one/SKILL.md": skill("one", '""') },
  "a description of 2,000 letters": { "skills/one/SKILL.md": skill("one", "a".repeat(2000)) },
  "broken YAML": { "skills/one/SKILL.md": skill("one", "Use: it: now") },
  "a tab in YAML": { "skills/one/SKILL.md": "---\nname: one\n\tdescription: Does it.\n---\n\nDo it.\n" },
  "a list for a description": { "skills/one/SKILL.md": skill("one", "[a]") },
  "a fence that is not closed": { "skills/one/SKILL.md": "---\nname: one\ndescription: Does it.\n" },
  "a blank line before the frontmatter": { "skills/one/SKILL.md": `\n${skill("one")}` },
  "a byte-order mark in SKILL.md": { "skills/one/SKILL.md": `\ufeff${skill("one")}` },
  "CRLF in SKILL.md": { "skills/one/SKILL.md": skill("one").replaceAll("\n", "\r\n") },
  "UTF-16 in SKILL.md": { "skills/one/SKILL.md": encoded(skill("one"), "utf16le", [0xff, 0xfe]) },
  "an empty SKILL.md": { "skills/one/SKILL.md": "", "skills/two/SKILL.md": skill("two") },
};

const names = [
  ...[
    undefined,
    "",
    null,
    0,
    5,
    true,
    ["p"],
    ["p", "q"],
    {},
    "P",
    "pQ9",
    "-",
    "--p",
    "p-",
    "p.q",
    "p_q",
    "p q",
  ],
  ...["p/q", "..", "p\n", "\u00e9", "\ud83d\ude00", "${/}", "${name}", "p".repeat(64), "p".repeat(65)],
  ...["p".repeat(255), "p".repeat(256)],
];
const versions = [undefined, "", null, 0, 1, 1.5, true, false, {}, [], [1], "latest", "v1.0.0", "1.0", " "];
const contextFiles = [
  ...["GEMINI.md", "none.md", "docs", "docs/a.md", "docs\\a.md", "./GEMINI.md", ".//GEMINI.md", "GEMINI.md/"],
  ...[
    "gemini.md",
    "../p/GEMINI.md",
    "docs/../GEMINI.md",
    "a..b.md",
    "/GEMINI.md",
    "C:\\GEMINI.md",
    "\\GEMINI.md",
  ],
  ...["%2e%2e/p/GEMINI.md", "a b.md", "a%20b.md", "100%.md", ".", "", " ", "GEMINI.md\0", "docs${/}a.md"],
  ...["docs${pathSeparator}a.md", "${extensionPath}/GEMINI.md", null, 0, 5, true, {}, [], [""], [5], [null]],
  ...[["GEMINI.md", "docs/a.md"], ["GEMINI.md", "none.md"], [["GEMINI.md"]]],
];
const servers = [
  ...["x", 5, true, null, [], [5], [{ command: "x" }], {}, { a: null }, { a: "x" }, { a: 5 }, { a: [] }],
  ...[
    {},
    { command: "node", args: ["x.js"], env: { KEY: "x" }, cwd: "${extensionPath}" },
    { httpUrl: "https://example.com/mcp", headers: { KEY: "x" }, timeout: 5, trust: true },
    ...[{ command: 5 }, { command: ["node"] }, { command: "x", args: "y" }, { command: "x", args: 5 }],
    ...[
      { command: "x", args: "" },
      { command: "x", args: {} },
      { command: "x", args: [5] },
    ],
    ...[
      { command: "x", env: "y" },
      { command: "x", env: ["y"] },
      { command: "x", env: null },
    ],
    ...[{ command: "x", env: { KEY: 5 } }, { httpUrl: 5 }, { url: "x", headers: "y" }, { url: 5 }],
    ...[
      { command: "x", includeTools: "y" },
      { command: "x", excludeTools: "y" },
      { command: "x", includeTools: {} },
    ],
    ...[
      { url: "x", oauth: "y" },
      { url: "x", oauth: null },
      { command: "x", timeout: "y" },
      { type: "none" },
    ],
  ].map((server) => ({ a: server })),
];
const lists = ["x", "", 5, true, null, {}, [], [5], [null], ["x"]];
const settings = [
  ...["x", "", 5, true, null, {}, [], [5], [null], [{}]],
  ...[[{ name: "Key", envVar: "KEY" }], [{ name: "Key", envVar: "KEY", sensitive: true }]],
];
const plans = ["x", { directory: "plans" }, { directory: "../x" }, { directory: 5 }];

/** @type {Readonly<Record<string, Files>>} */
const others = {
  "skills in the manifest": having({ skills: "./other" }, { ...one, "other/two/SKILL.md": skill("two") }),
  "an unknown key": having({ unknown: {} }),
  "a description that is a number": having({ description: 5 }),
  "migratedTo that is a number": having({ migratedTo: 5 }),
  "hooks that are broken": having({}, { ...one, "hooks/hooks.json": "{" }),
  "hooks that are a list": having({}, { ...one, "hooks/hooks.json": '{"hooks":[]}' }),
  "hooks with an event that is null": having(
    {},
    { ...one, "hooks/hooks.json": '{"hooks":{"BeforeTool":null}}' },
  ),
  "hooks and a setting": having(
    { settings: [{ name: "Key", envVar: "KEY" }] },
    { ...one, "hooks/hooks.json": '{"hooks":{"BeforeTool":null}}' },
  ),
  "an agent that is broken": having({}, { ...one, "agents/a.md": "---\nname: [\n---\n" }),
  "a policy that is broken": having({}, { ...one, "policies/a.toml": "[" }),
  "a command that is broken": having({}, { ...one, "commands/a.toml": "[" }),
  "a file in place of agents": having({}, { ...one, agents: "a" }),
  "a file in place of policies": having({}, { ...one, policies: "a" }),
  "a directory in place of hooks.json": having({}, { ...one, "hooks/hooks.json/a": "a" }),
};

/**
 * The packages of fixtures/plugins/cases.json as extensions: the manifest of each is the one of Gemini CLI, too, with a
 * version if it has none.
 * @returns {Readonly<Record<string, Files>>}
 */
function translated() {
  const recorded = new URL("../fixtures/plugins/cases.json", import.meta.url);
  /** @type {{ cases: readonly { id: string, files: Readonly<Record<string, string>> }[] }} */
  const { cases } = JSON.parse(readFileSync(recorded, "utf8"));
  const seen = new Set();
  /** @type {Record<string, Files>} */
  const found = {};
  for (const { id, files } of cases) {
    const [, base = "", manifest = ""] =
      Object.keys(files)
        .map((name) => /^(.*?)((?:\.claude-plugin\/)?plugin\.json)$/.exec(name))
        .find(Boolean) ?? [];
    const written = files[base + manifest];
    if (written === undefined) continue;
    const below = Object.entries(files)
      .filter(([name]) => name.startsWith(base) && !/(?:plugin|marketplace)\.json$/.test(name))
      .map(([name, content]) => [name.slice(base.length), content]);
    const extension = { [file]: versioned(written), ...Object.fromEntries(below) };
    const key = JSON.stringify(extension);
    if (!seen.has(key)) found[id] = extension;
    seen.add(key);
  }
  return found;
}

/** @param {string} written */
function versioned(written) {
  try {
    const object = JSON.parse(written);
    if (Array.isArray(object) || "version" in object) return written;
  } catch {
    return written;
  }
  return written.replace("{", '{ "version": "1.0.0",');
}

/** @param {Readonly<Record<string, Content>>} all @param {(content: Content) => Files} files */
const filesOf = (all, files) =>
  Object.fromEntries(Object.entries(all).map(([name, content]) => [name, files(content)]));

/** @type {Readonly<Record<string, Files>>} */
const cases = {
  right: having({}),
  ...filesOf(manifests, (content) => ({ [file]: content, ...one })),
  ...places,
  ...each("name", names),
  ...each("version", versions),
  ...each("contextFileName", contextFiles, { ...docs, ...one }),
  ...each("mcpServers", servers),
  ...each("excludeTools", lists),
  ...each("settings", settings),
  ...each("themes", lists),
  ...each("plan", plans),
  ...others,
  ...Object.fromEntries(
    Object.entries(skills).map(([name, files]) => [`skills: ${name}`, having({}, files)]),
  ),
  ...translated(),
};

const exitCode = elsewhere(values["allow-network"]);
if (exitCode === undefined) await record();
else process.exitCode = exitCode;

async function record() {
  const driver = await importDriver("gemini-cli");
  const packages = path.resolve(values.packages, driver.id, "node_modules");
  const mock = await startMockModel();
  const stage = stageFor(driver, { node: path.resolve(values.node), packages, mock });
  const plays = Object.entries(cases).map(([name, files]) => ({ case: name, files }));
  const shared = mkdtempSync(path.join(tmpdir(), "gemini-extensions-"));
  const answers = await playEach(plays, 4, async ({ case: name, files }) => {
    const scratch = mkdtempSync(path.join(shared, "extension-"));
    try {
      const session = { stage, ...stageSkills({ scratch, skills: driver.skills, name: "own", files: [] }) };
      const extension = path.join(scratch, "p");
      write(extension, files);
      const answer = await askGemini(session, extension, { list: name.startsWith("excludeTools") });
      console.log(name, JSON.stringify(answer));
      return answer;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
  mock.close();
  rmSync(shared, { recursive: true, force: true });
  const recorded = plays.map(({ case: name, files }) => ({ name, files, ...answers.get(name) }));
  const folder = fileURLToPath(new URL("../fixtures/live/gemini-extensions", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const version = installedVersion(driver, packages);
  writeFileSync(
    path.join(folder, `${driver.id}@${version}.json`),
    `[\n${recorded.map((each) => `  ${JSON.stringify(each)}`).join(",\n")}\n]\n`,
  );
}

/** @param {string} root @param {Files} files */
function write(root, files) {
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    const bytes = typeof content === "string" ? content : Buffer.from(content.base64, "base64");
    writeFileSync(path.join(root, name), bytes);
  }
}
