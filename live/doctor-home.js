// A home directory with a project in it: roots of many clients, duplicates, links, misplaced and damaged skills.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ path: string, text: string } | { path: string, target: string }} Entry */

/** Relative to the home directory. */
export const project = "work/project";
/** The working directories of the clients, relative to the project. */
export const workingDirectories = [".", "packages/app"];

const ofProject = [
  ...[".agents", ".claude", ".codex", ".github", ".opencode", ".kilo", ".kilocode", ".gemini", ".qwen"],
  ...[".factory", ".agent", ".continue", ".cline", ".clinerules"],
].map((directory) => `${project}/${directory}/skills`);

const ofUser = [
  ...[".agents", ".claude", ".codex", ".copilot", ".config/opencode", ".config/kilo", ".kilo", ".gemini"],
  ...[".qwen", ".factory", ".continue", ".cline"],
].map((directory) => `${directory}/skills`);

/** Where one skill stands in each of these roots under the same name, with other content. */
const ofTwins = [
  ...[".agents", ".claude", ".github", ".opencode", ".kilo", ".qwen", ".factory", ".continue", ".cline"].map(
    (directory) => `${project}/${directory}/skills`,
  ),
  ...[".agents", ".claude", ".copilot", ".kilo", ".qwen", ".factory", ".continue", ".cline"].map(
    (directory) => `${directory}/skills`,
  ),
];

/** In the project, so that each client reads one of them. */
const sharedRoots = [".agents", ".claude"].map((directory) => `${project}/${directory}/skills`);

/** @typedef {(name: string, about: string) => string} Writer */

/** @type {Readonly<Record<string, Writer>>} */
const contents = {
  plain: (name, about) => skill([`name: ${name}`, `description: ${about}`]),
  "byte-order-mark": (name, about) => `\ufeff${skill([`name: ${name}`, `description: ${about}`])}`,
  bracket: (name, about) => skill([`name: ${name}`, `description: [${about}`]),
  colon: (name, about) => skill([`name: ${name}`, `description: ${about} Note: a colon.`]),
  comment: (name, about) => skill([`name: ${name}`, `description: ${about} # and more`]),
  "empty-body": (name, about) => `---\nname: ${name}\ndescription: ${about}\n---\n`,
  hidden: (name, about) =>
    skill([`name: ${name}`, `description: ${about}`, "disable-model-invocation: true"]),
  long: (name, about) => skill([`name: ${name}`, `description: ${about} ${"long ".repeat(600)}end.`]),
  "no-frontmatter": (_name, about) => `${about}\n`,
  "no-name": (_name, about) => skill([`description: ${about}`]),
  tab: (name, about) => skill([`name: ${name}`, `description: ${about}`, "metadata:", "\tauthor: me"]),
  "upper-case": (name, about) => skill([`name: ${name.toUpperCase()}`, `description: ${about}`]),
};

/** Of agents/openai.yaml, which one client reads. */
const sidecars = {
  quiet: "policy:\n  allow_implicit_invocation: false\n",
  titled: 'interface:\n  display_name: "A title"\n  short_description: "Shown instead."\n',
  broken: "policy: [\n",
};

/** @param {readonly string[]} lines */
function skill(lines) {
  return `---\n${lines.join("\n")}\n---\n\nDo it.\n`;
}

/**
 * What a text shows of the skills' descriptions, sorted: "012" if all of its line, "012:80" if its first 80 UTF-16
 * units.
 * @param {string} text
 */
export function marksIn(text) {
  const lines = new Map(
    entriesOfHome().flatMap((entry) => {
      const line = "text" in entry ? /Skill (\d{3}) of home.*/.exec(entry.text) : null;
      return line ? [/** @type {const} */ ([line[1], line[0]])] : [];
    }),
  );
  return Array.from(text.matchAll(/Skill (\d{3}) of home/g), ({ index, 1: number }) => {
    const line = lines.get(number) ?? "";
    let length = 0;
    while (length < line.length && text[index + length] === line[length]) length += 1;
    return length === line.length ? `${number}` : `${number}:${line.slice(0, length).trimEnd().length}`;
  }).sort();
}

/** All files and links. Each description has a number of its own, but for files that are equal. @returns {readonly Entry[]} */
export function entriesOfHome() {
  /** @type {Entry[]} */
  const entries = [];
  /** @param {string} file @param {string} name @param {Writer} write */
  const add = (file, name, write) => {
    const number = String(entries.length).padStart(3, "0");
    entries.push({ path: file, text: write(name, `Skill ${number} of home, in ${file}.`) });
  };
  /** @param {string} file @param {string} name */
  const plain = (file, name) => add(file, name, contents["plain"] ?? skillOf);
  /** @param {string} file @param {string} target */
  const link = (file, target) => entries.push({ path: file, target });

  for (const root of [...ofProject, ...ofUser]) plain(`${root}/${nameOf(root)}/SKILL.md`, nameOf(root));
  for (const root of ofTwins) plain(`${root}/twin/SKILL.md`, "twin");
  for (const root of sharedRoots)
    for (const [kind, write] of Object.entries(contents)) {
      const name = `${nameOf(root)}-${kind}`;
      add(`${root}/${name}/SKILL.md`, name, write);
    }
  for (const root of [...sharedRoots, `${project}/.factory/skills`]) addMisplaced(root, plain, link);
  // In roots that not many clients share: for Copilot CLI, one such file hides all skills of the root.
  for (const root of [".claude/skills", `${project}/.gemini/skills`, `${project}/.cline/skills`])
    plain(`${root}/SKILL.md`, `${nameOf(root)}-itself`);
  plain(".copilot/skills/SKILL.md", "copilot-itself");

  plain("store/linked/SKILL.md", "linked");
  plain("store/linked-file/SKILL.md", "linked-file");
  for (const root of [...sharedRoots, ".claude/skills"]) {
    link(`${root}/linked`, "store/linked");
    link(`${root}/linked-file/SKILL.md`, "store/linked-file/SKILL.md");
  }
  const below = `${project}/packages/app`;
  for (const directory of [".agents", ".claude", ".qwen", ".cline", ".github"]) {
    const root = `${below}/${directory}/skills`;
    plain(`${root}/${nameOf(root)}/SKILL.md`, nameOf(root));
  }
  plain(`${project}/packages/.agents/skills/between-agents/SKILL.md`, "between-agents");
  plain(`${project}/packages/.claude/skills/between-claude/SKILL.md`, "between-claude");
  for (const directory of [".agents", ".claude"])
    for (const above of [project, below])
      plain(
        `${above}/${directory}/skills/nearest-${directory.slice(1)}/SKILL.md`,
        `nearest-${directory.slice(1)}`,
      );
  const equal = skill([
    "name: equal",
    `description: Skill ${String(entries.length).padStart(3, "0")} of home.`,
  ]);
  for (const root of [...sharedRoots, ".agents/skills"])
    entries.push({ path: `${root}/equal/SKILL.md`, text: equal });
  // New entries go here: numbers that were recorded must not change.
  for (const root of [`${project}/.pi/skills`, ".pi/agent/skills"]) {
    plain(`${root}/${nameOf(root)}/SKILL.md`, nameOf(root));
    plain(`${root}/twin/SKILL.md`, "twin");
  }
  addMisplaced(`${project}/.pi/skills`, plain, link);
  plain(`${below}/.pi/skills/app-pi/SKILL.md`, "app-pi");
  for (const root of sharedRoots) {
    const name = nameOf(root);
    for (const [kind, text] of Object.entries(sidecars)) {
      plain(`${root}/${name}-${kind}/SKILL.md`, `${name}-${kind}`);
      entries.push({ path: `${root}/${name}-${kind}/agents/openai.yaml`, text });
    }
    for (const file of ["SKILLS.md", "Skill.md", "README.md"]) {
      const directory = `${name}-${file.toLowerCase().replace(".", "-")}`;
      plain(`${root}/${directory}/${file}`, directory);
    }
    plain(`${root}/node_modules/${name}-package/SKILL.md`, `${name}-package`);
    for (const directory of ["first", "second"])
      plain(`${root}/${name}-${directory}-of-two/SKILL.md`, `${name}-one-of-two`);
    link(`${root}/${name}-alias`, `${root}/${name}`);
    link(`${root}/${name}-loop`, `${root}/${name}-loop`);
  }
  return entries;
}

/** @param {string} root @param {(file: string, name: string) => void} plain @param {(file: string, target: string) => void} link */
function addMisplaced(root, plain, link) {
  const name = nameOf(root);
  plain(`${root}/group/${name}-second/SKILL.md`, `${name}-second`);
  plain(`${root}/group/deep/${name}-third/SKILL.md`, `${name}-third`);
  plain(`${root}/group/deep/er/${name}-fourth/SKILL.md`, `${name}-fourth`);
  plain(`${root}/${name}/parts/${name}-inner/SKILL.md`, `${name}-inner`);
  plain(`${root}/.secret/SKILL.md`, `${name}-secret`);
  plain(`${root}/${name}-lower/skill.md`, `${name}-lower`);
  plain(`${root}/${name}-loose.md`, `${name}-loose`);
  link(`${root}/${name}-dangling`, "store/nowhere");
}

/** @param {string} name @param {string} about */
function skillOf(name, about) {
  return skill([`name: ${name}`, `description: ${about}`]);
}

/** A name for a root: "project-claude", "user-config-opencode", "app-agents". @param {string} root */
function nameOf(root) {
  const words = root.split("/").map((word) => word.replace(/^\./, ""));
  const owner = root.startsWith(`${project}/packages/`)
    ? "app"
    : root.startsWith(project)
      ? "project"
      : "user";
  const own = words.slice({ app: 4, project: 2, user: 0 }[owner], -1);
  return [owner, ...own].join("-");
}

/** Writes them below a directory that exists. @param {string} home */
export function writeHome(home) {
  mkdirSync(path.join(home, project, ".git"), { recursive: true });
  for (const directory of workingDirectories)
    mkdirSync(path.join(home, project, directory), { recursive: true });
  for (const entry of entriesOfHome()) {
    const file = path.join(home, entry.path);
    mkdirSync(path.dirname(file), { recursive: true });
    if ("text" in entry) writeFileSync(file, entry.text);
    else symlinkSync(path.relative(path.dirname(file), path.join(home, entry.target)) || ".", file);
  }
}
