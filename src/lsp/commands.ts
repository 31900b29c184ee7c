import { type ExecuteCommandParams, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import { preview } from "../api/preview/preview.ts";
import { commonIds, loaderIds } from "../model/target.ts";
import { plainPaint } from "../model/paint.ts";
import { previewText } from "../report/commands/preview-text.ts";
import { rulePage } from "./hover.ts";
import type { Server } from "./connection.ts";

/** Shows what a rule reports; its argument is the rule's id. */
export const explainCommand = "skillwright.explain";

/** Shows what a client gives the model of a skill; its arguments are the URI of a file of it, and the client's id. */
export const previewCommand = "skillwright.preview";

export const commandNames: readonly string[] = [explainCommand, previewCommand];

/** A page that a command opens as a document that exists only here. */
const scheme = "skillwright";

/**
 * Runs a command and returns the text of its page. A client that shows documents of the server is asked to open it.
 */
export async function runCommand(
  { command, arguments: args = [] }: ExecuteCommandParams,
  server: Server,
): Promise<string | ResponseError<void>> {
  const words = args.map(String);
  const uri = addressOf(command, words);
  const text = uri === undefined ? undefined : await contentOf(uri, server);
  if (uri === undefined || text === undefined)
    return new ResponseError(ErrorCodes.InvalidParams, `unknown command or arguments: ${command}`);
  if (server.client().window?.showDocument?.support && server.client().workspace?.textDocumentContent)
    await server.connection.window.showDocument({ uri, takeFocus: true });
  return text;
}

function addressOf(command: string, [first, second]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  if (command === explainCommand) return `${scheme}:/explain/${encodeURIComponent(first)}.md`;
  if (command !== previewCommand) return undefined;
  const client = second ?? defaultClient;
  return `${scheme}:/preview/${encodeURIComponent(client)}.txt?${encodeURIComponent(first)}`;
}

/** The best known of the clients whose loader is recorded. */
const defaultClient = commonIds.find((id) => loaderIds.includes(id))!;

export const contentScheme = scheme;

/** The text of a document of the server; undefined for another address. */
export async function contentOf(uri: string, server: Server): Promise<string | undefined> {
  const [, kind, word = "", of = ""] =
    /^skillwright:\/(explain|preview)\/([^/?]+)\.(?:md|txt)(?:\?(.*))?$/.exec(uri) ?? [];
  if (kind === "explain") return rulePage(decodeURIComponent(word));
  return kind === "preview" ? previewAs(decodeURIComponent(word), decodeURIComponent(of), server) : undefined;
}

/** What a client gives the model of the skill of a file, as the editor shows it. */
async function previewAs(client: string, uri: string, { workspace }: Server): Promise<string | undefined> {
  if (!workspace.fileOf(uri)) await workspace.upToDate(uri);
  const file = workspace.fileOf(uri);
  if (!file) return undefined;
  const { report, marked } = await preview({ client, paths: [], cwd: file.project.cwd }, [file.source]);
  return previewText(
    { report, marked },
    { paint: plainPaint, width: 100, all: true, command: plainPaint.command },
  );
}
