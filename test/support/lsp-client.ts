import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  PublishDiagnosticsParams,
} from "vscode-languageserver/node";
import { makeTree } from "./tree.ts";

const program = path.resolve("dist/bin/skills.cjs");

/** What an editor of today says that it can do, but for the diagnostics that it pulls. */
const capabilities: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] },
  },
  textDocument: { publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] } } },
};

/** A client of the language server, which runs as its own process. */
export interface LspClient {
  readonly connection: MessageConnection;
  readonly initialized: InitializeResult;
  /** What the server wrote to the log. */
  readonly log: readonly string[];
  /** Requests and notifications of the server, by method. */
  readonly received: ReadonlyMap<string, readonly unknown[]>;
  uri(file: string): string;
  /** Opens a file with the text on disk, or with another one. */
  open(file: string, text?: string): void;
  /** Replaces a range, or all of the text. */
  change(file: string, text: string, range?: object): void;
  close(file: string): void;
  save(file: string): void;
  /** The next diagnostics that the server pushes for a file. */
  pushed(file: string): Promise<readonly Diagnostic[]>;
  pull(file: string): Promise<readonly Diagnostic[]>;
  request<Answer>(method: string, params: unknown): Promise<Answer>;
  /** Ends the server as the protocol says; returns its exit code. */
  end(): Promise<number | null>;
  readonly process: ChildProcess;
}

interface ClientOptions {
  /** More arguments of the program. */
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
}

/** Starts the server for a directory with these files; both are removed when the test ends. */
export async function startLspIn(
  files: Readonly<Record<string, string | Uint8Array>>,
  options?: ClientOptions,
): Promise<LspClient & { readonly root: string }> {
  const root = makeTree(files);
  const client = await startLsp(root, options);
  onTestFinished(async () => {
    if (client.process.exitCode === null) await client.end();
  });
  return { ...client, root };
}

/** Starts the server for a directory. */
async function startLsp(root: string, options: ClientOptions = {}): Promise<LspClient> {
  const child = spawn(process.execPath, [program, "lsp", "--stdio", ...(options.args ?? [])], {
    cwd: root,
    stdio: "pipe",
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const log: string[] = [];
  const received = new Map<string, unknown[]>();
  const versions = new Map<string, number>();
  const waiting = new Map<string, ((found: readonly Diagnostic[]) => void)[]>();
  const uri = (file: string): string => pathToFileURL(path.resolve(root, file)).href;
  const note = (method: string, params: unknown): void => {
    received.set(method, [...(received.get(method) ?? []), params]);
  };
  connection.onNotification((method, params) => note(method, params));
  connection.onNotification(
    "window/logMessage",
    ({ message }: { message: string }) => void log.push(message),
  );
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    note("textDocument/publishDiagnostics", params);
    for (const resolve of waiting.get(params.uri)?.splice(0) ?? []) resolve(params.diagnostics);
  });
  connection.onRequest((method, params) => {
    note(method, params);
    return null;
  });
  connection.listen();
  const initialized = await connection.sendRequest<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: (options.folders ?? ["."]).map((folder) => ({ uri: uri(folder), name: folder })),
    capabilities: { ...capabilities, ...options.capabilities },
  });
  await connection.sendNotification("initialized", {});
  const send = (method: string, params: object): void => void connection.sendNotification(method, params);
  const versioned = (file: string) => {
    const version = (versions.get(file) ?? 0) + 1;
    versions.set(file, version);
    return { uri: uri(file), version };
  };
  return {
    connection,
    initialized,
    log,
    received,
    process: child,
    uri,
    open: (file, text = readFileSync(path.resolve(root, file), "utf8")) =>
      send("textDocument/didOpen", { textDocument: { ...versioned(file), languageId: "markdown", text } }),
    change: (file, text, range) =>
      send("textDocument/didChange", {
        textDocument: versioned(file),
        contentChanges: [range ? { range, text } : { text }],
      }),
    close: (file) => send("textDocument/didClose", { textDocument: { uri: uri(file) } }),
    save: (file) => send("textDocument/didSave", { textDocument: { uri: uri(file) } }),
    pushed: (file) =>
      new Promise((resolve) => {
        waiting.set(uri(file), [...(waiting.get(uri(file)) ?? []), resolve]);
      }),
    pull: async (file) => {
      const { items } = await connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
        textDocument: { uri: uri(file) },
      });
      return items;
    },
    request: (method, params) => connection.sendRequest(method, params),
    end: async () => {
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      const code = await ended;
      connection.dispose();
      return code;
    },
  };
}
