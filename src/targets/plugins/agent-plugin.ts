import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import { documentName } from "../../model/document-name.ts";
import {
  type Manifest,
  objectIn,
  type PluginObjection,
  type PluginTree,
  textIn,
  valueOf,
} from "../../model/plugin.ts";
import { skillsRef } from "../validators/skills-ref.ts";
import type { AgentProblem } from "./agent-problem.ts";
import { examineServers } from "./agent-servers.ts";
import { inDirectory, skillIn, skillsAnywhere } from "./skill-folders.ts";

/** agentplugins/agent-plugins-spec spec/1.0.0.md@bd383552, where prose wins over the schema (section 5.2). */
const address = "https://agent-plugins.org/schemas/";
export const agentSchema = `${address}1.0.0/plugin.schema.json`;

export const agentManifest = "plugin.json";

/** Whether the manifest says that it is one of Agent Plugins, of whatever version. Without that, it is not judged. */
export function isAgentManifest(manifest: Manifest | undefined): boolean {
  return textIn(objectIn(manifest), "$schema")?.startsWith(address) ?? false;
}

/** As `isAgentManifest`, also for a file that is no JSON but names the schema. */
export function meansAgentPlugins(manifest: Manifest | undefined): boolean {
  return manifest?.source?.text.includes(`"${address}`) ?? false;
}

/** The version in the `$schema` of a manifest. */
export function agentVersion(manifest: Manifest | undefined): string | undefined {
  const schema = textIn(objectIn(manifest), "$schema") ?? "";
  return /^([^/]+)\/plugin\.schema\.json$/.exec(
    schema.startsWith(address) ? schema.slice(address.length) : "",
  )?.[1];
}

/** All violations, those of the manifest first; a root plugin.json is taken for an Agent Plugins manifest. */
export function agentProblems(tree: PluginTree): readonly AgentProblem[] {
  const manifest = tree.manifestAt(agentManifest);
  if (!manifest)
    return [problem("4.1", "reject-plugin", { file: "", message: "there is no plugin.json at the root" })];
  return [...manifestProblems(manifest, agentSchema), ...skillProblems(tree), ...examineServers(tree)];
}

/** What a client leaves out of a plugin whose manifest it accepts: keys, and servers of mcp.json. */
export function ignoredParts(
  tree: PluginTree,
  manifest: Manifest,
  schema: string,
): readonly PluginObjection[] {
  const keys = manifestProblems(manifest, schema).filter(({ effect }) => effect === "report-and-ignore");
  // Other clients read .mcp.json.
  const servers = examineServers(tree).filter(
    ({ effect }) => effect !== "not-discovered" || !othersAreMeant(tree),
  );
  return [...keys, ...servers].map(({ file, range, message }) => ({ key: "root", file, range, message }));
}

function othersAreMeant(tree: PluginTree): boolean {
  return [".claude-plugin", ".codex-plugin", ".cursor-plugin", "gemini-extension.json"].some(
    (path) => tree.kindOf(path) !== undefined,
  );
}

/** The violations in plugin.json itself; `schema` is the identifier that it must have. */
export function manifestProblems(manifest: Manifest, schema: string): readonly AgentProblem[] {
  const file = manifest.path;
  const root = objectIn(manifest);
  if (manifest.byteOrderMark || !root) {
    const { message, range } = manifest.broken ?? { message: "the manifest is not one plain JSON object" };
    return [problem("5.1", "reject-plugin", { file, range, message })];
  }
  const found: AgentProblem[] = [];
  const reject = (section: string, range: Range | undefined, message: string): void =>
    void found.push(problem(section, "reject-plugin", { file, range, message }));
  const declared = valueOf(root, "$schema");
  if (declared?.kind !== "string" || declared.value !== schema)
    reject("5.2", declared?.range ?? root.range, `\`$schema\` is not ${quote(schema)}`);
  checkName(root, reject);
  checkMetadata(root, reject);
  checkExtensions(root, file, found);
  for (const { key, keyRange } of root.members)
    if (!known.has(key) && !(schema !== agentSchema && draft.has(key)))
      found.push(
        problem("5.2", "report-and-ignore", {
          file,
          range: keyRange,
          message: `unknown key ${quote(key, 50)} is ignored${key === "skills" ? "; skills are in skills/" : ""}`,
        }),
      );
  return found;
}

type Reject = (section: string, range: Range | undefined, message: string) => void;

const texts = ["version", "description", "homepage", "repository", "license"] as const;
const known: ReadonlySet<string> = new Set(["$schema", "name", ...texts, "author", "keywords", "extensions"]);

/** spec/1.1.0.md@0015ff4a, a draft. */
const draft: ReadonlySet<string> = new Set(["displayName", "icon"]);

const longestName = 64;

function checkName(root: JsonObject, reject: Reject): void {
  const value = valueOf(root, "name");
  if (value?.kind !== "string" || value.value === "")
    return reject("5.3", value?.range ?? root.range, value ? "`name` is not a text" : "`name` is missing");
  const { value: name, range } = value;
  if (name.length > longestName)
    reject("5.3", range, `\`name\` has ${name.length} characters (maximum ${longestName})`);
  else if (!/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(name) || /--|\.\./.test(name))
    reject(
      "5.3",
      range,
      `\`name\` ${quote(name, 50)} is invalid; write lower-case letters, digits, single "-" and "."`,
    );
}

function checkMetadata(root: JsonObject, reject: Reject): void {
  const say = (key: string, value: JsonNode, kind: string): void =>
    reject("5.4", value.range, `\`${key}\` is not ${kind}`);
  for (const key of texts) {
    const value = valueOf(root, key);
    if (value && value.kind !== "string") say(key, value, "a text");
  }
  const keywords = valueOf(root, "keywords");
  if (keywords && !(keywords.kind === "array" && keywords.items.every(({ kind }) => kind === "string")))
    say("keywords", keywords, "a list of texts");
  const author = valueOf(root, "author");
  if (!author) return;
  if (author.kind !== "object") return say("author", author, "an object");
  for (const { key, keyRange, value } of author.members) {
    if (!["name", "email", "url"].includes(key))
      reject("5.4", keyRange, `\`author\` has the unknown key ${quote(key, 50)}`);
    else if (value.kind !== "string") say(`author.${key}`, value, "a text");
  }
}

function checkExtensions(root: JsonObject, file: string, found: AgentProblem[]): void {
  const extensions = valueOf(root, "extensions");
  if (!extensions) return;
  if (extensions.kind !== "object") {
    const message = "`extensions` is not an object and is ignored";
    found.push(problem("8", "report-and-ignore", { file, range: extensions.range, message }));
    return;
  }
  for (const { key, value } of extensions.members) {
    if (value.kind === "object") continue;
    const message = `\`extensions\` has ${quote(key, 50)}, which is not an object`;
    found.push({ ...problem("8.1", "reject-plugin", { file, range: value.range, message }), disputed: true });
  }
}

function skillProblems(tree: PluginTree): readonly AgentProblem[] {
  const kind = tree.kindOf("skills");
  if (kind !== undefined && kind !== "directory")
    return [problem("6.1", "disable-skills", { file: "skills", message: "`skills` is not a directory" })];
  const children = tree.namesIn("skills").map((name) => inDirectory("skills", name));
  const skills = children.flatMap((child) => skillIn(tree, child));
  const misnamed = children.flatMap((child) =>
    tree
      .namesIn(child)
      .filter((name) => name !== documentName && name.toLowerCase() === documentName.toLowerCase())
      .map((name) => notFound("7", inDirectory(child, name), `the file is not named ${documentName}`)),
  );
  const nested = children
    .filter((child) => tree.kindOf(child) === "directory" && skillIn(tree, child).length === 0)
    .flatMap((child) => skillsAnywhere(tree, child))
    .map(({ document }) => notFound("6.1", document, "skills are immediate children of skills/"));
  const found = [...skills.flatMap(({ directory }) => checkSkill(tree, directory)), ...misnamed, ...nested];
  return skills.length + found.length > 0 ? found : elsewhere(tree);
}

/** Skills in directories of clients, if none is in `skills`. */
function elsewhere(tree: PluginTree): readonly AgentProblem[] {
  const here = [
    ...skillIn(tree, ""),
    ...[".agents/skills", ".claude/skills"].flatMap((root) =>
      tree.namesIn(root).flatMap((name) => skillIn(tree, inDirectory(root, name))),
    ),
  ];
  return here.map(({ document }) => notFound("6.2", document, "skills are only looked for in skills/"));
}

function notFound(section: string, file: string, message: string): AgentProblem {
  return problem(section, "not-discovered", { file, message });
}

/** A skill must conform to the specification of skills; what its reference validator says counts (section 7.1). */
function checkSkill(tree: PluginTree, directory: string): readonly AgentProblem[] {
  const name = directory.slice(directory.lastIndexOf("/") + 1);
  const bytes = (file: string): Uint8Array | undefined => tree.read(inDirectory(directory, file));
  const refusals = skillsRef.judge({ name, rootNames: tree.namesIn(directory), bytes });
  const file = inDirectory(directory, documentName);
  const worst = refusals.find(({ reason }) => reason !== "unknown-field");
  const [first] = refusals;
  if (worst) return [problem("7.1", "skip-skill", { file, message: "the skill does not conform" })];
  if (!first) return [];
  const message = "the skill has fields outside its specification";
  return [{ ...problem("7.1", "disputed", { file, message }), disputed: true }];
}

function problem(
  section: string,
  effect: AgentProblem["effect"],
  rest: Pick<AgentProblem, "file" | "message"> & { readonly range?: Range | undefined },
): AgentProblem {
  return { section, effect, ...rest };
}
