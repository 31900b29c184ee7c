import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { version } from "../generated/version.ts";
import { plainPaint } from "../model/paint.ts";
import { clientIds } from "../model/target.ts";
import { ruleText } from "../report/pages/rule-text.ts";
import type { Session } from "./session.ts";
import { registerTools } from "./tools.ts";

/** Serves the tools on standard input and output until the client closes them. */
export async function serve(session: Session): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    serveStdio(() => createServer(session), {
      onerror: (error) => process.stderr.write(`skillwright mcp: ${error.message.slice(0, 500)}\n`),
    });
  });
}

/** A server with the tools, and the pages of rules and clients as resources. */
function createServer(session: Session): McpServer {
  const server = new McpServer({ name: "skillwright", version });
  registerTools(server, session);
  server.registerResource(
    "rule",
    new ResourceTemplate("skillwright://rules/{id}", { list: undefined }),
    { title: "A rule", description: "What it reports, why, and how to fix it.", mimeType: "text/plain" },
    async (uri, { id }) => page(uri, await rulePage(String(id))),
  );
  server.registerResource(
    "client",
    new ResourceTemplate("skillwright://clients/{id}", {
      list: undefined,
      complete: { id: (typed) => clientIds.filter((id) => id.startsWith(typed)) },
    }),
    { title: "A client", description: "Its recorded versions, with their evidence.", mimeType: "text/plain" },
    async (uri, { id }) => page(uri, await clientPage(String(id))),
  );
  return server;
}

async function rulePage(id: string): Promise<string> {
  const { explain } = await import("../api/explain.ts");
  return ruleText(await explain(id), { paint: plainPaint, width: 100 });
}

async function clientPage(id: string): Promise<string> {
  const [{ listClients }, { clientsText }] = await Promise.all([
    import("../api/compat/list-clients.ts"),
    import("../report/commands/clients-text.ts"),
  ]);
  const { data } = listClients({ ids: [id] });
  return data ? clientsText(data, { paint: plainPaint, width: 100 }) : "";
}

function page(uri: URL, text: string) {
  return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
}
