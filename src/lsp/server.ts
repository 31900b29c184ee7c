import {
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { version } from "../generated/version.ts";
import { codeActionKinds, codeActions } from "./code-actions.ts";
import { commandNames, contentOf, contentScheme, runCommand } from "./commands.ts";
import { complete, completionTriggers } from "./completion.ts";
import { hover } from "./hover.ts";
import { codeLenses, inlayHints } from "./lenses.ts";
import { definition, documentLinks, references } from "./navigation.ts";
import { documentSymbols, foldingRanges } from "./outline.ts";
import { answerPulls } from "./pull.ts";
import { pathOf } from "./places.ts";
import { connect, type Server, type ServerIo } from "./connection.ts";
import { guardWith } from "./guard.ts";
import { prepareRename, renameSkill } from "./rename.ts";
import { openWorkspace } from "./workspace.ts";

/** Serves the language server protocol until the client ends it, which ends the process. */
export function serve(io: ServerIo): void {
  const connection = connect(io);
  const documents = new TextDocuments(TextDocument);
  let client: InitializeParams["capabilities"] = {};
  const guard = guardWith((text) => connection.console.error(text));
  const isPulling = (): boolean => client.textDocument?.diagnostic !== undefined;
  const shown = () => {
    const { relatedInformation = false, tagSupport } = client.textDocument?.publishDiagnostics ?? {};
    return { related: relatedInformation, tags: tagSupport !== undefined };
  };
  const workspace = openWorkspace(io.env, shown, {
    changed: (uris, isDone) => {
      if (isPulling()) pulls.changed(uris, isDone);
      else for (const uri of new Set([...uris, ...unpushed()])) push(uri);
    },
    failed: guard.report,
  });
  // A client learns that an open file of a skill was looked at, even if nothing was found.
  const pushed = new Set<string>();
  const unpushed = (): readonly string[] =>
    documents.keys().filter((uri) => !pushed.has(uri) && workspace.fileOf(uri)?.subject !== undefined);
  documents.onDidClose(({ document }) => pushed.delete(document.uri));
  const push = (uri: string): void => {
    const document = documents.get(uri);
    if (document) pushed.add(uri);
    void connection.sendDiagnostics({
      uri,
      ...(document && { version: document.version }),
      diagnostics: Array.from(workspace.diagnosticsOf(uri)),
    });
  };
  const server: Server = { connection, workspace, documents, guard, env: io.env, client: () => client };
  const pulls = answerPulls(server);
  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    workspace.setFolders(foldersOf(params));
    return { capabilities: capabilitiesFor(client), serverInfo: { name: "skillwright", version } };
  });
  connection.onInitialized(() => {
    followFolders(server);
    watchFiles(server).catch(guard.report);
  });
  followDocuments(server);
  answerRequests(server);
  documents.listen(connection);
  connection.listen();
}

function capabilitiesFor(client: InitializeParams["capabilities"]): InitializeResult["capabilities"] {
  return {
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    ...(client.textDocument?.diagnostic && {
      diagnosticProvider: {
        identifier: "skillwright",
        interFileDependencies: true,
        workspaceDiagnostics: false,
      },
    }),
    codeActionProvider: { codeActionKinds: Array.from(codeActionKinds) },
    hoverProvider: true,
    codeLensProvider: {},
    inlayHintProvider: true,
    completionProvider: { triggerCharacters: Array.from(completionTriggers) },
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: {},
    renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    foldingRangeProvider: true,
    documentSymbolProvider: true,
    executeCommandProvider: { commands: Array.from(commandNames) },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      ...(client.workspace?.textDocumentContent && { textDocumentContent: { schemes: [contentScheme] } }),
    },
  };
}

function answerRequests(server: Server): void {
  const { connection, guard } = server;
  connection.onCodeAction(guard.request(async (params) => Array.from(await codeActions(params, server))));
  connection.onHover(guard.request((params) => hover(params, server)));
  connection.onCodeLens(
    guard.request(async ({ textDocument: { uri } }) => Array.from(await codeLenses(uri, server))),
  );
  connection.languages.inlayHint.on(
    guard.request(async ({ textDocument: { uri } }) => Array.from(await inlayHints(uri, server))),
  );
  connection.onCompletion(guard.request(async (params) => Array.from(await complete(params, server))));
  connection.onDefinition(guard.request((params) => definition(params, server)));
  connection.onReferences(guard.request(async (params) => Array.from(await references(params, server))));
  connection.onDocumentLinks(
    guard.request(async ({ textDocument: { uri } }) => Array.from(await documentLinks(uri, server))),
  );
  connection.onPrepareRename(guard.request((params) => prepareRename(params, server)));
  connection.onRenameRequest(guard.request((params) => renameSkill(params, server)));
  connection.onFoldingRanges(
    guard.request(async ({ textDocument: { uri } }) => Array.from(await foldingRanges(uri, server))),
  );
  connection.onDocumentSymbol(
    guard.request(async ({ textDocument: { uri } }) => Array.from(await documentSymbols(uri, server))),
  );
  connection.onExecuteCommand(guard.request((params) => runCommand(params, server)));
  connection.workspace.textDocumentContent.on(
    guard.request(async ({ uri }) => {
      const text = await contentOf(uri, server);
      return text === undefined ? null : { text };
    }),
  );
}

/** The folders of the workspace; older clients have one at most. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}

function followDocuments({ connection, documents, workspace, guard }: Server): void {
  documents.onDidChangeContent(guard.event(({ document }) => workspace.show(document)));
  documents.onDidClose(guard.event(({ document }) => workspace.close(document)));
  documents.onDidSave(guard.event(({ document }) => workspace.changedOnDisk([document.uri])));
  connection.onDidChangeWatchedFiles(
    guard.event(({ changes }) => workspace.changedOnDisk(changes.map(({ uri }) => uri))),
  );
}

function followFolders({ connection, workspace, guard, client }: Server): void {
  if (client().workspace?.workspaceFolders !== true) return;
  connection.workspace.onDidChangeWorkspaceFolders(
    guard.event(() => {
      connection.workspace
        .getWorkspaceFolders()
        .then((folders) => workspace.setFolders((folders ?? []).flatMap(({ uri }) => pathOf(uri) ?? [])))
        .catch(guard.report);
    }),
  );
}

/** Asks the client to report all files that change: any of them may be one of a skill. */
async function watchFiles({ connection, client }: Server): Promise<void> {
  if (client().workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
  await connection.client.register(DidChangeWatchedFilesNotification.type, {
    watchers: [{ globPattern: "**/*" }],
  });
}
