import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type Range,
} from "vscode-languageserver/node";
import { fixesOf, isEditable } from "../api/editor/edits.ts";
import { suppressionFor } from "../api/editor/suppress.ts";
import { isCounted, type Diagnostic as Finding } from "../model/report.ts";
import type { Fix } from "../model/rule.ts";
import { canRename, editOf, editOfChanges, textEdit, workspaceEdit } from "./edits.ts";
import { explainCommand } from "./commands.ts";
import { toRange } from "./places.ts";
import type { Server } from "./connection.ts";
import type { OpenFile } from "./workspace.ts";

/** Applies all safe fixes of the skill; an editor may do so on save. */
const fixAll = `${CodeActionKind.SourceFixAll}.skillwright`;

export const codeActionKinds: readonly string[] = [CodeActionKind.QuickFix, fixAll];

/** Offers the fixes of the findings in a range, their suppression and their page, and all safe fixes of the skill. */
export async function codeActions(
  { textDocument: { uri }, range, context }: CodeActionParams,
  server: Server,
): Promise<readonly CodeAction[]> {
  await server.workspace.upToDate(uri);
  const file = server.workspace.fileOf(uri);
  if (!file) return [];
  const wants = (kind: string): boolean =>
    context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
  return [
    ...(wants(CodeActionKind.QuickFix)
      ? await quickFixes(uri, range, context.diagnostics, { file, server })
      : []),
    ...(context.only && wants(fixAll) ? await fixAllOf({ file, server }) : []),
  ];
}

interface Asked {
  readonly file: OpenFile;
  readonly server: Server;
}

async function quickFixes(
  uri: string,
  range: Range,
  shown: readonly Diagnostic[],
  asked: Asked,
): Promise<readonly CodeAction[]> {
  const { file } = asked;
  const findings = (file.subject?.findings ?? []).filter((finding) => isCounted(finding));
  const here = findings.filter(
    (finding) =>
      asked.server.workspace.uriOfFinding(file, finding) === uri && touches(rangeOf(finding, file), range),
  );
  const diagnosticOf = (finding: Finding): readonly Diagnostic[] =>
    shown.filter(
      ({ code, range: of }) =>
        code === finding.ruleId && JSON.stringify(of) === JSON.stringify(rangeOf(finding, file)),
    );
  const actions: CodeAction[] = [];
  for (const finding of here) {
    const about = diagnosticOf(finding);
    const attached = about.length > 0 ? { diagnostics: Array.from(about) } : {};
    const fixes = finding.fixes.filter((fix) => isEditable(fix, canRename(asked.server)));
    const isOnlySafe = fixes.filter(({ safe }) => safe).length === 1;
    for (const fix of fixes)
      actions.push({
        ...fixAction(fix, asked),
        ...attached,
        ...(isOnlySafe && fix.safe && { isPreferred: true }),
      });
    actions.push(...suppressAction(uri, finding, asked).map((action) => ({ ...action, ...attached })));
  }
  const rules = Array.from(new Set(here.map(({ ruleId }) => ruleId)));
  for (const rule of rules) actions.push(...(await allOfRule(rule, findings, asked)));
  return [...actions, ...rules.map(explainAction)];
}

function rangeOf({ start, end, file }: Finding, { source }: OpenFile): Range {
  return start
    ? toRange(start, end ?? start, source.hasMark(file))
    : { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
}

/** Whether two ranges overlap or touch; a range of whole lines, as of a cursor, is enough. */
function touches(one: Range, other: Range): boolean {
  const isBefore = (a: Range["start"], b: Range["start"]): boolean =>
    a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function fixAction({ title, safe, operations }: Fix, { file, server }: Asked): CodeAction {
  return {
    title: safe ? title : `${title} (may change what the skill means)`,
    kind: CodeActionKind.QuickFix,
    edit: editOf(operations, file, server),
  };
}

function suppressAction(uri: string, finding: Finding, { file, server }: Asked): readonly CodeAction[] {
  const suppression = suppressionFor(finding, file.source.read(finding.file));
  if (!suppression) return [];
  const at = { line: suppression.line - 1, character: 0 };
  const edit = textEdit(uri, [{ range: { start: at, end: at }, newText: `${suppression.text}\n` }], server);
  return [
    {
      title: `Suppress ${finding.ruleId} here; write the reason`,
      kind: CodeActionKind.QuickFix,
      edit: workspaceEdit([edit], server),
    },
  ];
}

/** All safe fixes of a rule, if there is more than one finding to fix. */
async function allOfRule(
  rule: string,
  findings: readonly Finding[],
  { file, server }: Asked,
): Promise<readonly CodeAction[]> {
  const fixable = findings.filter(
    ({ ruleId, fixes }) =>
      ruleId === rule && fixes.some((fix) => fix.safe && isEditable(fix, canRename(server))),
  );
  if (fixable.length < 2) return [];
  const changes = await fixesOf(file.project, file.source, { level: "safe", rule });
  return [
    {
      title: `Fix all ${rule} in this skill`,
      kind: CodeActionKind.QuickFix,
      edit: editOfChanges(changes, file.source.directory, server),
    },
  ];
}

async function fixAllOf({ file, server }: Asked): Promise<readonly CodeAction[]> {
  const changes = await fixesOf(file.project, file.source, { level: "safe" });
  if (changes.length === 0) return [];
  return [
    {
      title: "Fix all in this skill (skillwright)",
      kind: fixAll,
      edit: editOfChanges(changes, file.source.directory, server),
    },
  ];
}

function explainAction(rule: string): CodeAction {
  const title = `Explain ${rule}`;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    command: { title, command: explainCommand, arguments: [rule] },
  };
}
