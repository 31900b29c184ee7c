import path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { findServer } from "./find-server.js";
import { clientChoices, runProgram, statusOf } from "./run-program.js";

/** The files that may be part of a skill, and its settings; the server is silent on all others. */
const documents = [
  { scheme: "file", language: "markdown" },
  { scheme: "file", pattern: "**/skills.config.{yaml,yml,json,jsonc}" },
  { scheme: "file", pattern: "**/*.scenario.yaml" },
  { scheme: "file", pattern: "**/{scripts,references,assets,evals}/**" },
  { scheme: "file", pattern: "**/.{claude,codex}-plugin/*.json" },
];

/** @type {LanguageClient | undefined} */
let client;

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const log = vscode.window.createOutputChannel("Skillwright", { log: true });
  const status = vscode.window.createStatusBarItem("skillwright.clients", vscode.StatusBarAlignment.Right);
  status.name = "Skillwright";
  status.command = "skillwright.previewAs";
  const find = () => programIn(context);
  const restart = async () => {
    await client?.dispose();
    client = startable(find(), log);
    await client.start();
  };
  const update = () => updateStatus(status).catch((error) => log.error(String(error)));
  context.subscriptions.push(
    log,
    status,
    vscode.commands.registerCommand("skillwright.checkWorkspace", () => checkWorkspace(find(), log)),
    vscode.commands.registerCommand("skillwright.previewAs", () => previewAs(find())),
    vscode.commands.registerCommand("skillwright.fixAll", fixAll),
    vscode.commands.registerCommand("skillwright.restart", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration("skillwright.path") ? restart() : undefined,
    ),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.languages.onDidChangeDiagnostics(update),
  );
  await restart();
  await update();
}

export async function deactivate() {
  await client?.dispose();
}

/** @param {vscode.ExtensionContext} context */
function programIn(context) {
  return findServer({
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    isTrusted: vscode.workspace.isTrusted,
    setting: vscode.workspace.getConfiguration("skillwright").get("path", ""),
    searchPath: process.env["PATH"] ?? "",
    bundled: context.asAbsolutePath(path.join("server", "bin", "skills.cjs")),
  });
}

/** @param {import("./find-server.js").Found} program @param {vscode.LogOutputChannel} log */
function startable(program, log) {
  log.info(`${program.file} (${program.origin})`);
  /** @type {import("vscode-languageclient/node").ServerOptions} */
  const server = program.isModule
    ? { module: program.file, args: ["lsp"], transport: TransportKind.stdio }
    : { command: program.file, args: ["lsp", "--stdio"] };
  return new LanguageClient("skillwright", "Skillwright", server, {
    documentSelector: documents,
    outputChannel: log,
  });
}

/** @param {import("./find-server.js").Found} program @param {vscode.LogOutputChannel} log */
async function checkWorkspace(program, log) {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const { uri, name } of folders) {
    log.appendLine(`\n${name}`);
    const { code, output, problem } = await runProgram(program, ["check", "."], uri.fsPath);
    log.append(output + problem);
    if (code !== 0 && code !== 1)
      void vscode.window.showErrorMessage(`${name}: the skills could not be checked; see the output`);
  }
  log.show(true);
}

/** @param {import("./find-server.js").Found} program */
async function previewAs(program) {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== "file") return;
  const { output, problem } = await runProgram(
    program,
    ["clients", "--format", "json"],
    path.dirname(uri.fsPath),
  );
  if (output === "") throw new Error(problem);
  const items = clientChoices(output).map(({ id, title, detail }) => ({
    id,
    label: title,
    description: detail,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "What does the model get?" });
  // The server opens the page as a document.
  if (chosen) await vscode.commands.executeCommand("skillwright.preview", uri.toString(), chosen.id);
}

async function fixAll() {
  await vscode.commands.executeCommand("editor.action.codeAction", {
    kind: "source.fixAll.skillwright",
    apply: "first",
  });
}

/** @param {vscode.StatusBarItem} status */
async function updateStatus(status) {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || path.basename(document.uri.fsPath).toLowerCase() !== "skill.md") return status.hide();
  /** @type {vscode.CodeLens[]} */
  const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", document.uri, 10);
  const text = statusOf(lenses.map(({ command }) => command?.title));
  if (text === undefined || document !== vscode.window.activeTextEditor?.document) return status.hide();
  status.text = `$(checklist) ${text}`;
  status.tooltip = "Skillwright: preview as client";
  return status.show();
}
