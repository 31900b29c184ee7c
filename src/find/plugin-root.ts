import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import type { Name } from "../read/listing-names.ts";
import { readFile } from "../read/open-file.ts";
import { isThere } from "../read/there.ts";

/** Files that make a directory a plugin or an extension, which clients install as a whole. */
const manifests = [
  path.join(".claude-plugin", "plugin.json"),
  path.join(".codex-plugin", "plugin.json"),
  path.join(".cursor-plugin", "plugin.json"),
  "gemini-extension.json",
];

/** Files besides these that ship skills. */
const shipping = [
  ...manifests,
  path.join(".claude-plugin", "marketplace.json"),
  path.join(".agents", "plugins", "marketplace.json"),
  path.join(".plugin", "plugin.json"),
  path.join(".github", "plugin", "plugin.json"),
];

/** The first names of their paths. */
const firstNames: ReadonlySet<string> = new Set(shipping.map((file) => file.split(path.sep, 1)[0]!));

/** A plugin.json at the root may belong to any program, unless it names this schema. */
const neutral = "plugin.json";
const schema = /"https:\/\/agent-plugins\.org\/schemas\//;

/** Whether a path is that of a manifest, which makes a directory a plugin or a marketplace. */
export function mayDeclarePlugin(place: string): boolean {
  return [...shipping, neutral].some((file) => place.endsWith(path.sep + file));
}

/** Whether a directory with these names has a manifest that ships skills. */
export function declaresPlugin(directory: string, names: readonly Pick<Name, "text">[]): boolean {
  return names.some(
    ({ text }) =>
      (firstNames.has(text) &&
        shipping.some((file) => file.startsWith(text) && isThere(path.join(directory, file)))) ||
      (text === neutral && namesSchema(path.join(directory, text))),
  );
}

function namesSchema(file: string): boolean {
  try {
    return schema.test(Buffer.from(readFile(file, neutral)).toString("utf8"));
  } catch (error) {
    if (error instanceof SkillsError) return false;
    throw error;
  }
}

const marketplace = path.join(".claude-plugin", "marketplace.json");

/** Maximum size of a marketplace file that is read, in bytes. */
const mostBytes = 1_000_000;

/**
 * Returns a function that finds the nearest directory, from a given one upward, that is installed as a plugin. Each
 * directory is inspected once.
 */
export function pluginFinder(): (directory: string) => string | undefined {
  const roots = new Map<string, readonly string[]>();
  return (directory) => {
    for (let at = directory, above = path.dirname(at); at !== above; at = above, above = path.dirname(at)) {
      const known = roots.get(at) ?? pluginsAt(at);
      roots.set(at, known);
      const around = known.filter((root) => directory === root || directory.startsWith(root + path.sep));
      if (around.length > 0) return around.reduce((a, b) => (a.length >= b.length ? a : b));
    }
    return undefined;
  };
}

/** The directory itself if it is a plugin, or the plugins that a marketplace in it lists. */
function pluginsAt(directory: string): readonly string[] {
  if (manifests.some((manifest) => isThere(path.join(directory, manifest)))) return [directory];
  const file = path.join(directory, marketplace);
  return isThere(file) ? sourcesIn(file).map((source) => path.resolve(directory, source)) : [];
}

function sourcesIn(file: string): readonly string[] {
  try {
    if (statSync(file).size > mostBytes) return [];
    const { plugins }: { plugins?: unknown } = JSON.parse(readFileSync(file, "utf8")) ?? {};
    const entries: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
    return entries.flatMap((entry) => {
      const { source }: { source?: unknown } = entry !== null && typeof entry === "object" ? entry : {};
      return typeof source === "string" && /^\.(?:\/|$)/.test(source) ? [source] : [];
    });
  } catch {
    // A marketplace that cannot be read lists no plugins.
    return [];
  }
}
