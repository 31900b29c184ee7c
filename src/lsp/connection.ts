import {
  createConnection,
  type InitializeParams,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocuments,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Guard } from "./guard.ts";
import type { Workspace } from "./workspace.ts";

type Connection = ReturnType<typeof connect>;

/** What every feature of the server uses. */
export interface Server {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly documents: TextDocuments<TextDocument>;
  readonly guard: Guard;
  readonly env: NodeJS.ProcessEnv;
  /** What the client supports; empty before it is initialized. */
  readonly client: () => InitializeParams["capabilities"];
}

/** The streams and variables of the process. */
export interface ServerIo {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
}

export function connect({ input, output }: ServerIo) {
  return createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
}
