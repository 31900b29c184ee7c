import type { JsonNode, JsonObject } from "../../core/json.ts";
import { joinPath } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import { type Manifest, objectIn, type PluginTree, textIn, textsIn, valueOf } from "../../model/plugin.ts";
import { type LocalEntry, listedEntries, manifestOf, pluginManifests } from "./plugin-declarations.ts";

/** What a client starts by itself once a plugin is installed, in a member of a JSON file. */
export interface StartedCommand {
  readonly kind: "hook" | "server";
  /** The command with its arguments, as a shell would read it; absent for a server that is only contacted. */
  readonly line?: string;
  /** The same with its environment and the addresses of servers, as a script. */
  readonly script: string;
  readonly language: "sh" | "ps1";
  /** Relative to the directory that was looked at. */
  readonly file: string;
  readonly range: Range;
}

/** What clients start of a plugin. Paths are relative to the directory that was looked at. */
export interface Started {
  readonly commands: readonly StartedCommand[];
  /** Directories of programs that clients put on the PATH. */
  readonly programs: ReadonlySet<string>;
  /** Markdown files, and directories of them, that clients load as commands and agents. */
  readonly documents: ReadonlySet<string>;
  /** The JSON files that were looked at. */
  readonly manifests: ReadonlySet<string>;
  /** JSON files that no program could read here, and why. */
  readonly broken: readonly { readonly path: string; readonly reason: string }[];
}

/** Where clients look for each part, and the keys of manifests that have it inline or name its files. */
const parts: readonly {
  readonly kind: StartedCommand["kind"];
  readonly files: readonly string[];
  readonly keys: readonly string[];
}[] = [
  { kind: "hook", files: ["hooks/hooks.json", "hooks.json"], keys: ["hooks"] },
  {
    kind: "server",
    files: [".mcp.json", "mcp.json", ".lsp.json", "monitors/monitors.json", "settings.json"],
    keys: ["mcpServers", "lspServers", "monitors", "settings"],
  },
];

/**
 * What clients start of the plugin in a directory, and of those that its marketplaces list beside it, unless they have
 * a manifest and so are plugins of their own. It is the same for all clients: what one of them ignores another starts.
 */
export function startedCommands(tree: PluginTree): Started {
  const entries = listedEntries(tree);
  const directories = Array.from(new Set(["", ...entries.map(({ directory }) => directory)])).filter(
    (directory) => isShipped(tree, directory, entries),
  );
  const all = [
    ...directories.flatMap((directory) => partsIn(tree, directory)),
    ...entries.flatMap((entry) => partsOf(tree, entry)),
  ];
  const commands = all.flatMap((part) => part.commands);
  const programs = directories.map((directory) => joinPath(directory, "bin"));
  const loaded = [...directories.flatMap(documentsIn), ...all.flatMap((part) => part.documents)];
  const broken = [
    ...all.flatMap((part) => part.broken),
    ...[...programs, ...loaded]
      .filter((path) => tree.kindOf(path) === "other")
      .map((path) => ({ path, reason: "it is outside, or below a symlink" })),
  ];
  return {
    commands: Array.from(
      new Map(commands.map((each) => [`${each.range.start.offset} ${each.file}`, each])).values(),
    ),
    programs: new Set(programs),
    documents: new Set(loaded),
    manifests: new Set(all.flatMap((part) => part.manifests)),
    broken: Array.from(new Map(broken.map((each) => [each.path, each])).values()),
  };
}

/** Whether the directory is this plugin, or one that only a marketplace makes a plugin. */
function isShipped(tree: PluginTree, directory: string, entries: readonly LocalEntry[]): boolean {
  const own = directory === "" ? tree : tree.below(directory);
  const hasManifest = pluginManifests.some((path) => manifestOf(own, path));
  if (directory !== "") return !hasManifest && tree.kindOf(directory) === "directory";
  return hasManifest || entries.some((entry) => entry.directory === "");
}

/** What the files of a plugin's directory start. */
function partsIn(tree: PluginTree, directory: string): readonly Part[] {
  const own = parts.flatMap(({ kind, files }) =>
    files.map((path) => readPart(tree, joinPath(directory, path), kind)),
  );
  const declared = pluginManifests.flatMap((path) => {
    const file = joinPath(directory, path);
    const object = objectIn(tree.manifestAt(file));
    return object ? partsOf(tree, { object, file, directory }) : [];
  });
  return [...own, ...declared];
}

/** What the keys of a manifest, or of an entry of a marketplace, start: inline, or in files that they name. */
function partsOf(tree: PluginTree, { object, file, directory }: LocalEntry): readonly Part[] {
  const early = valueOf(object, "experimental");
  const objects = early?.kind === "object" ? [object, early] : [object];
  const named = documents.flatMap((key) => textsIn(valueOf(object, key)));
  const loaded = { ...nothing, documents: named.map(({ value }) => pathIn(directory, value)) };
  const started = parts.flatMap(({ kind, keys }) =>
    objects.flatMap((each) =>
      keys.flatMap((key) => {
        const value = valueOf(each, key);
        if (!value) return [];
        const named = textsIn(value).map((path) => readPart(tree, pathIn(directory, path.value), kind));
        return [{ ...nothing, commands: commandsIn(value, { kind, file }), manifests: [file] }, ...named];
      }),
    ),
  );
  return [loaded, ...started];
}

/** A path of a manifest, which may begin with a variable for the plugin's directory. */
function pathIn(directory: string, path: string): string {
  return joinPath(directory, path.replace(/^\$\{\w+\}/, ""));
}

interface Part extends Pick<Started, "commands" | "broken"> {
  readonly documents: readonly string[];
  readonly manifests: readonly string[];
}

const nothing: Part = { commands: [], documents: [], manifests: [], broken: [] };

const documents = ["commands", "agents"];

function documentsIn(directory: string): readonly string[] {
  return documents.map((name) => joinPath(directory, name));
}

function readPart(tree: PluginTree, path: string, kind: StartedCommand["kind"]): Part {
  const manifest: Manifest | undefined =
    tree.kindOf(path) === "directory" ? undefined : tree.manifestAt(path);
  if (!manifest) return nothing;
  if (manifest.broken || !manifest.root)
    return {
      ...nothing,
      manifests: [path],
      broken: [{ path, reason: manifest.broken?.message ?? "no JSON" }],
    };
  return { ...nothing, commands: commandsIn(manifest.root, { kind, file: path }), manifests: [path] };
}

const addresses = ["url", "httpUrl", "serverUrl"];

/** Every command below a value, at any depth: objects with `command`, with `bash` or `powershell`, or with an address. */
function commandsIn(node: JsonNode, place: Pick<StartedCommand, "kind" | "file">): readonly StartedCommand[] {
  if (node.kind === "array") return node.items.flatMap((item) => commandsIn(item, place));
  if (node.kind !== "object") return [];
  const environment = [
    ...linesOf(valueOf(node, "env"), (key, value) => `${key}=${value}`),
    ...linesOf(valueOf(node, "headers"), (_, value) => `: ${value}`),
    ...addresses.flatMap((key) => {
      const address = textIn(node, key);
      return address === undefined ? [] : [`: ${quoted(address)}`];
    }),
  ];
  const own = linesIn(node).map(({ line, language, range }) => ({
    ...place,
    line,
    language,
    range,
    script: language === "sh" ? [...environment, line].join("\n") : line,
  }));
  const contacted =
    own.length === 0 && addresses.some((key) => textIn(node, key) !== undefined)
      ? [{ ...place, script: environment.join("\n"), language: "sh" as const, range: node.range }]
      : [];
  const others = node.members.filter(({ key }) => key !== "env" && key !== "headers");
  return [...own, ...contacted, ...others.flatMap(({ value }) => commandsIn(value, place))];
}

function linesIn(node: JsonObject): readonly Required<Pick<StartedCommand, "line" | "language" | "range">>[] {
  const found = (["command", "bash", "powershell"] as const).flatMap((key) => {
    const value = valueOf(node, key);
    const [program, ...rest] = textsIn(value);
    if (!value || !program) return [];
    // A list, or a program with its arguments, is started without a shell.
    const args = [...rest, ...textsIn(valueOf(node, "args"))].map((each) => each.value);
    const line =
      value.kind === "array" || valueOf(node, "args")
        ? [program.value, ...args].map(quoted).join(" ")
        : program.value;
    return [
      { line, language: key === "powershell" ? ("ps1" as const) : ("sh" as const), range: value.range },
    ];
  });
  return found;
}

function linesOf(node: JsonNode | undefined, lineOf: (key: string, value: string) => string): string[] {
  if (node?.kind !== "object") return [];
  return node.members.flatMap(({ key, value }) =>
    value.kind === "string" && /^[\w-]+$/.test(key) ? [lineOf(key, quoted(value.value))] : [],
  );
}

/** A word of a shell command whose variables are still read. */
function quoted(text: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(text) ? text : `"${text.replace(/["\\`]|\$(?!\{?\w)/g, "\\$&")}"`;
}
