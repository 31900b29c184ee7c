import type { JsonNode, JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  type Manifest,
  objectIn,
  type PluginObjection,
  type PluginTree,
  textIn,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { objectAs, type Objector } from "./objections.ts";
import { isAddress } from "./claude-fields.ts";
import {
  andThen,
  anyObject,
  anything,
  byKind,
  filled,
  flag,
  listOf,
  type Misfit,
  number,
  objectOf,
  oneOf,
  recordOf,
  type Shape,
  text,
  textThat,
} from "./shapes.ts";

// What a plugin.json of Claude Code may have under the keys of its parts; another value and the plugin does not install.
// Recorded with 2.1.332 (live/claude-plugins.js); the names of keys that no record has are from its bundle.

/** A path in the plugin. */
const path = textThat((written) => (written.startsWith("./") ? undefined : 'does not start with "./"'));
const paths = byKind({ string: path, array: listOf(path) });

/** A field that a user is asked for. */
const configField: Shape = andThen(
  objectOf({
    required: {
      type: oneOf("string", "number", "boolean", "directory", "file"),
      title: text,
      description: text,
    },
    optional: {
      required: flag,
      multiple: flag,
      sensitive: flag,
      min: number,
      max: number,
      default: byKind({ string: anything, number: anything, boolean: anything, array: listOf(text) }),
      options: listOf(
        textThat((option) => {
          if (option === "") return "is empty";
          return option.length > 64 || option.trim() !== option
            ? "is too long or has outer spaces"
            : undefined;
        }),
      ),
    },
    closed: true,
  }),
  optionsOf,
);

/** `options` are a choice of texts, one of which is the default unless the field is required. */
function optionsOf(field: JsonNode, at: string): readonly Misfit[] {
  const options = field.kind === "object" ? valueOf(field, "options") : undefined;
  if (field.kind !== "object" || !options) return [];
  const say = (message: string, { range }: JsonNode = options): readonly Misfit[] => [{ range, message }];
  const choices = textsIn(options).map(({ value }) => value);
  const isTrue = (key: string): boolean => {
    const value = valueOf(field, key);
    return value?.kind === "boolean" && value.value;
  };
  if (choices.length === 0) return say(`\`${at}.options\` is empty`);
  if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length)
    return say(`\`${at}.options\` has a text twice`);
  if (textIn(field, "type") !== "string" || isTrue("multiple") || isTrue("sensitive"))
    return say(`\`${at}.options\` is for a field of type "string" that is neither multiple nor sensitive`);
  const chosen = valueOf(field, "default");
  if (!chosen)
    return isTrue("required")
      ? []
      : say(`\`${at}\` has options and no default; add one of them, or "required": true`);
  return chosen.kind === "string" && choices.includes(chosen.value)
    ? []
    : say(`\`${at}.default\` is none of the options`, chosen);
}

const userConfig = recordOf(configField, (key) =>
  /^[A-Za-z_]\w*$/.test(key) ? undefined : 'has other characters than letters, digits and "_"',
);

const texts = recordOf(text);

/** An MCP server: a program, or with `type` an address. */
const mcpServer: Shape = (server, at) => {
  if (server.kind !== "object") return anyObject(server, at);
  const type = valueOf(server, "type");
  const named = type?.kind === "string" ? type.value : type ? "" : "stdio";
  if (named === "stdio") {
    if (!type && !valueOf(server, "command") && valueOf(server, "url"))
      return [{ range: server.range, message: `\`${at}\` has \`url\` and no \`type\`; add "type": "http"` }];
    return objectOf({ required: { command: filled }, optional: { args: listOf(text), env: texts } })(
      server,
      at,
    );
  }
  if (!["http", "sse", "ws"].includes(named))
    return [{ range: type!.range, message: `\`${at}.type\` is unknown; write one of stdio, http, sse, ws` }];
  return objectOf({ required: { url: address }, optional: { headers: texts } })(server, at);
};

/** The address of a server; one that is none costs the server, not the plugin. */
function address(value: JsonNode, at: string): readonly Misfit[] {
  if (value.kind !== "string" || isAddress(value.value) || value.value.includes("${")) return text(value, at);
  return [{ range: value.range, message: `\`${at}\` ${quote(value.value, 50)} is no URL`, lenient: true }];
}

const lspServer = objectOf({
  required: {
    command: textThat((command) => {
      if (command === "") return "is empty";
      return command.includes(" ") && !command.startsWith("/") ? "contains a space; write `args`" : undefined;
    }),
    extensionToLanguage: andThen(
      recordOf(filled, (key) => (/^\../.test(key) ? undefined : 'does not start with "."')),
      (value, at) =>
        value.kind === "object" && value.members.length === 0
          ? [{ range: value.range, message: `\`${at}\` is empty` }]
          : [],
    ),
  },
  optional: {
    args: listOf(filled),
    transport: oneOf("stdio", "socket"),
    env: texts,
    initializationOptions: anything,
    settings: anything,
    workspaceFolder: text,
    startupTimeout: number,
    shutdownTimeout: number,
    requestTimeout: number,
    restartOnCrash: flag,
    maxRestarts: number,
    diagnostics: flag,
  },
  closed: true,
});

const command = andThen(
  objectOf({
    optional: {
      source: path,
      content: text,
      description: text,
      argumentHint: text,
      model: text,
      allowedTools: listOf(text),
    },
  }),
  (value, at) => {
    const has = (key: string): boolean => value.kind === "object" && (textIn(value, key) ?? "") !== "";
    return has("source") === has("content")
      ? [
          {
            range: value.range,
            message: `\`${at}\` has ${has("source") ? "both" : "neither"} \`source\` and \`content\`; write one`,
          },
        ]
      : [];
  },
);

const monitors = andThen(
  listOf(
    objectOf({
      required: { name: filled, command: filled, description: filled },
      optional: {
        when: textThat((when) =>
          when === "always" || /^on-skill-invoke:./.test(when)
            ? undefined
            : 'is unknown; write "always" or "on-skill-invoke:SKILL"',
        ),
      },
      closed: true,
    }),
  ),
  (value, at) => {
    const names = value.kind === "array" ? value.items.map((each) => textIn(each as JsonObject, "name")) : [];
    return new Set(names).size < names.length
      ? [{ range: value.range, message: `\`${at}\` has a name twice` }]
      : [];
  },
);

const plainName = /^[A-Za-z0-9][-\w.]*$/;
const pluginName = textThat((name) => (plainName.test(name) ? undefined : "is not the name of a plugin"));

const serversOf = (server: Shape): Shape => {
  const file = textThat((written) =>
    written.startsWith("./") || /^https?:.*\.(?:mcpb|dxt)$/.test(written)
      ? undefined
      : 'does not start with "./"',
  );
  const record = recordOf(server);
  return byKind({ string: file, array: listOf(byKind({ string: file, object: record })), object: record });
};

const hooksFile = textThat((written) => {
  if (!written.startsWith("./")) return 'does not start with "./"';
  return written.endsWith(".json") ? undefined : "is no JSON file";
});

/** By the keys of the manifest. */
export const claudeParts: Readonly<Record<string, Shape>> = {
  commands: byKind({ string: path, array: listOf(path), object: recordOf(command) }),
  hooks: byKind({
    string: hooksFile,
    array: listOf(byKind({ string: hooksFile, object: anything })),
    object: anything,
  }),
  mcpServers: serversOf(mcpServer),
  lspServers: serversOf(lspServer),
  outputStyles: paths,
  themes: paths,
  monitors: byKind({ string: path, array: monitors }),
  userConfig,
  settings: anyObject,
  dependencies: listOf(
    byKind({
      string: textThat((name) =>
        /^[A-Za-z0-9][-\w.]*(?:@[A-Za-z0-9][-\w.]*)?(?:@\^[^@]*)?$/.test(name)
          ? undefined
          : "is not the name of a plugin",
      ),
      object: objectOf({ required: { name: pluginName }, optional: { marketplace: pluginName } }),
    }),
  ),
  channels: listOf(
    objectOf({
      required: { server: filled },
      optional: { displayName: text, userConfig: recordOf(configField) },
      closed: true,
    }),
  ),
};

const servers = ".mcp.json";
const hooks = "hooks/hooks.json";

/** What the validator says of the files where Claude Code looks for servers and hooks: it installs the plugin without them. */
export function refusedFiles(tree: PluginTree): readonly PluginObjection[] {
  const [inServers, inHooks] = [servers, hooks].map((file) =>
    objectAs({ file, list: [] as PluginObjection[] }, { partial: true }),
  );
  const server = tree.manifestAt(servers);
  if (server) requireServers(server, inServers!);
  const hook = tree.manifestAt(hooks);
  if (hook) requireHooks(hook, inHooks!);
  return [...inServers!.list, ...inHooks!.list];
}

/** The servers are below `mcpServers`, or are all that there is. A list is passed over without a message. */
function requireServers(manifest: Manifest, { say }: Objector): void {
  const unread =
    manifest.broken ??
    (manifest.byteOrderMark ? { message: "the file starts with a byte-order mark" } : undefined);
  if (unread) return say("json", undefined, unread.message);
  const root = objectIn(manifest);
  const all = valueOf(root, "mcpServers") ?? root;
  const name = all === root ? "servers" : "mcpServers";
  for (const { range, message } of all ? recordOf(mcpServer)(all, name) : [])
    say("mcpServers", range, message);
}

/** Events whose hooks may guard something, so that one in the wrong position is refused. */
const guards = ["PreToolUse", "PermissionRequest"];

function requireHooks(manifest: Manifest, { say }: Objector): void {
  const root = objectIn(manifest);
  if (manifest.broken) return say("json", manifest.broken.range, manifest.broken.message);
  const found = valueOf(root, "hooks");
  if (found?.kind !== "object")
    return say("hooks", (found ?? root)?.range, "`hooks` is missing, or no object");
  for (const { key, keyRange } of root!.members)
    if (guards.includes(key)) say("hooks", keyRange, `\`${key}\` is outside of \`hooks\`; move it there`);
}
