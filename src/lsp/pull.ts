import {
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type FullDocumentDiagnosticReport,
  type UnchangedDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { isBelow, pathOf } from "./places.ts";
import type { Server } from "./connection.ts";

/** What becomes of diagnostics that changed without being asked for. */
export interface Pulls {
  changed(uris: ReadonlySet<string>, isDone: boolean): void;
}

interface Pulled {
  readonly id: string;
  readonly text: string;
  readonly version: number | undefined;
}

/** Answers a client that asks for diagnostics: at once, without the pause of those that are pushed. */
export function answerPulls({ connection, documents, workspace, guard, client }: Server): Pulls {
  const pulled = new Map<string, Pulled>();
  let last = 0;
  const answer = (uri: string, previous?: string) => {
    const diagnostics = workspace.diagnosticsOf(uri);
    const text = JSON.stringify(diagnostics);
    const known = pulled.get(uri);
    const version = documents.get(uri)?.version;
    const id = known?.text === text ? known.id : String(++last);
    pulled.set(uri, { id, text, version });
    return id === previous ? unchanged(id) : full(id, diagnostics);
  };
  connection.languages.diagnostics.on(
    guard.request(async ({ textDocument: { uri }, previousResultId }, token) => {
      await workspace.upToDate(uri);
      if (token.isCancellationRequested) return full("", []);
      const related = client().textDocument?.diagnostic?.relatedDocumentSupport ? besides(uri) : [];
      const report: DocumentDiagnosticReport = answer(uri, previousResultId);
      return related.length === 0
        ? report
        : { ...report, relatedDocuments: Object.fromEntries(related.map((each) => [each, answer(each)])) };
    }) as Parameters<typeof connection.languages.diagnostics.on>[0],
  );
  /** The other files of a skill with diagnostics, which no editor asks for as long as they are not open. */
  const besides = (uri: string): readonly string[] => {
    const root = workspace.fileOf(uri)?.source.directory;
    const isOther = (each: string): boolean =>
      each !== uri && !documents.get(each) && root !== undefined && isBelow(pathOf(each) ?? "", root);
    return workspace.uris().filter(isOther);
  };
  documents.onDidClose(({ document }) => pulled.delete(document.uri));
  return {
    changed: (uris, isDone) => {
      // The client asks by itself for a document that it has changed.
      const isKnown = (uri: string): boolean => {
        const { version } = pulled.get(uri) ?? {};
        return version !== undefined && version === documents.get(uri)?.version;
      };
      if (isDone && client().workspace?.diagnostics?.refreshSupport && Array.from(uris).some(isKnown))
        connection.languages.diagnostics.refresh();
    },
  };
}

function full(resultId: string, items: readonly Diagnostic[]): FullDocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items: Array.from(items) };
}

function unchanged(resultId: string): UnchangedDocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
}
