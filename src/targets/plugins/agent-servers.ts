import type { JsonMember, JsonNode, JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { objectIn, type PluginTree, textIn, valueOf } from "../../model/plugin.ts";
import type { AgentProblem } from "./agent-problem.ts";

/** spec/1.0.0.md@bd383552, section 7.2. */
const file = "mcp.json";
const exact = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

/** Variables that a client sets. */
const own = ["PLUGIN_ROOT", "PLUGIN_DATA"] as const;

/** The violations of mcp.json, and a server file that only other clients read. */
export function examineServers(tree: PluginTree): readonly AgentProblem[] {
  const manifest = tree.manifestAt(file);
  if (!manifest)
    return tree.kindOf(".mcp.json") === "file"
      ? [
          {
            section: "7.2",
            effect: "not-discovered",
            file: ".mcp.json",
            message: "only mcp.json is read; write the servers there",
          },
        ]
      : [];
  const off = (message: string): readonly AgentProblem[] => [
    { section: "7.2", effect: "disable-mcp", file, message },
  ];
  const root = objectIn(manifest);
  const servers = valueOf(root, "mcpServers");
  if (!root || manifest.byteOrderMark) return off("mcp.json is not one plain JSON object");
  if (textIn(root, "$schema") !== exact) return off("`$schema` is not that of plugin.json's version");
  if (servers?.kind !== "object") return off("`mcpServers` is not an object");
  if (root.members.length > 2) return off("mcp.json has keys besides `$schema` and `mcpServers`");
  return servers.members.flatMap((member) => {
    const said = serverProblem(member.value);
    if (said === undefined) return literalIn(member);
    const { value, key } = member;
    const message = `server ${quote(key, 50)} is skipped: ${said}`;
    return [{ section: "7.2", effect: "skip-server" as const, file, range: value.range, message }];
  });
}

function serverProblem(server: JsonNode): string | undefined {
  if (server.kind !== "object") return "it is not an object";
  const type = textIn(server, "type");
  if (type === "stdio") return stdioProblem(server);
  if (type === "streamable-http" || type === "sse") return remoteProblem(server);
  return type === undefined ? "it has no `type`" : `its type ${quote(type, 50)} is unknown`;
}

function stdioProblem(server: JsonObject): string | undefined {
  const command = textIn(server, "command") ?? "";
  const outside = (path: string): boolean => path.split(/[/\\]/).includes("..");
  if (!/^(?:\.\/\S+|[^\s/\\$]+)$/.test(command) || command.includes("${") || outside(command))
    return 'its `command` is neither a bare name nor a path that starts with "./"';
  const cwd = textIn(server, "cwd");
  if (cwd !== undefined && (!/^(?:\.\/|\.$|\$\{PLUGIN_(?:ROOT|DATA)\})/.test(cwd) || outside(cwd)))
    return "its `cwd` leads out of the plugin";
  const env = valueOf(server, "env");
  if (env?.kind === "object" && own.some((name) => valueOf(env, name) !== undefined))
    return "its `env` sets a variable of the client";
  return undefined;
}

function remoteProblem(server: JsonObject): string | undefined {
  const url = textIn(server, "url") ?? "";
  const [, scheme, host] = /^(https?):\/\/([^\s/?#@]+)(?:[/?][^\s#]*)?$/i.exec(url) ?? [];
  if (scheme === undefined || host === undefined)
    return "its `url` is not an address without user and fragment";
  if (scheme.toLowerCase() === "http" && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host))
    return "its `url` is not encrypted";
  const headers = valueOf(server, "headers");
  const names = headers?.kind === "object" ? headers.members.map(({ key }) => key.toLowerCase()) : [];
  if (names.some((name) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))) return "a header has an invalid name";
  return new Set(names).size < names.length ? "a header occurs twice" : undefined;
}

/** Only two placeholders expand, and only some values have them. */
function literalIn({ value }: JsonMember): readonly AgentProblem[] {
  const args = valueOf(value.kind === "object" ? value : undefined, "args");
  const items = args?.kind === "array" ? args.items : [];
  return items.flatMap((item) => {
    const [, name] = (item.kind === "string" && /\$\{([^}$]*)\}/.exec(item.value)) || [];
    if (name === undefined || own.some((each) => each === name)) return [];
    const message = `placeholder ${quote(name, 50)} is not expanded`;
    return [{ section: "7.2", effect: "literal" as const, file, range: item.range, message }];
  });
}
