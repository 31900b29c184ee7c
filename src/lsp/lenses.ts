import type { CodeLens, InlayHint } from "vscode-languageserver/node";
import { loadsOf, tokensOf } from "../api/editor/facts.ts";
import { count, grouped } from "../core/sentence.ts";
import { type ClientLoad, isHiddenAsAsked } from "../model/client-load.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { previewCommand } from "./commands.ts";
import { rangeIn, type Shown, shownFile } from "./cursor.ts";
import { firstCharacter } from "./places.ts";
import type { Server } from "./connection.ts";

/** Above SKILL.md: its tokens at each stage, and in how many clients it loads. */
export async function codeLenses(uri: string, server: Server): Promise<readonly CodeLens[]> {
  const shown = await documentAt(uri, server);
  if (!shown) return [];
  const { source, project } = shown.file;
  const tokens = tokensOf(source, project.texts);
  const loads = await loadsOf(source, project.options());
  const lens = (title: string, command = "", args: readonly unknown[] = []): CodeLens => ({
    range: firstCharacter,
    command: { title, command, arguments: Array.from(args) },
  });
  return [
    ...(tokens
      ? [
          lens(
            `about ${grouped(tokens.entry)} tokens always, ${grouped(tokens.body)} when used, ${grouped(tokens.files)} in ${count(tokens.named, "file")}`,
          ),
        ]
      : []),
    ...(loads.length > 0 ? [lens(loadedIn(loads), previewCommand, [uri])] : []),
  ];
}

/** "loads in 6 of 7", counting each client once, by the worst of its variants. */
function loadedIn(loads: readonly ClientLoad[]): string {
  const clients = new Map<string, boolean>();
  for (const load of loads) {
    const isLoaded = load.outcome === "as-written" || isHiddenAsAsked(load) || load.outcome === "differs";
    clients.set(load.client, (clients.get(load.client) ?? true) && isLoaded);
  }
  const loaded = Array.from(clients.values()).filter(Boolean).length;
  return `loads in ${loaded} of ${clients.size} clients`;
}

/** Where clients cut the description. */
export async function inlayHints(uri: string, server: Server): Promise<readonly InlayHint[]> {
  const shown = await documentAt(uri, server);
  const field = shown?.view.frontmatter?.fields.get("description");
  if (!shown || !field || typeof field.value !== "string") return [];
  const { view, file } = shown;
  const { start } = view.source.span(field.valueRange);
  const written = view.source.slice(field.valueRange);
  // A folded value, or one with escapes, has other characters than its text.
  const from = written.indexOf(field.value);
  if (from === -1) return [];
  const loads = await loadsOf(file.source, file.project.options());
  const cuts = new Map<number, Set<string>>();
  for (const load of loads) {
    const kept = keptOf(load);
    if (kept !== undefined && kept < field.value.length)
      cuts.set(kept, (cuts.get(kept) ?? new Set()).add(load.title));
  }
  return Array.from(cuts, ([kept, titles]): InlayHint => {
    const at = view.source.positionAt(start + from + kept);
    return {
      position: rangeIn(shown, { start: at, end: at }).start,
      label: `✂ ${Array.from(titles).join(", ")}`,
      tooltip: "The list of skills that the model reads ends here.",
    };
  });
}

/** The number of characters of the description that are left, if its end is lost. */
function keptOf({ kept, description, listed }: ClientLoad): number | undefined {
  if (kept !== undefined) return kept;
  if (description === null || listed === null) return undefined;
  const shown = listed.replace(/(?:…|\.{3})$/, "");
  const isCut = shown.length < listed.length && description.startsWith(shown.trimEnd());
  return isCut ? shown.trimEnd().length : undefined;
}

async function documentAt(uri: string, server: Server): Promise<Shown | undefined> {
  const shown = await shownFile(uri, server);
  return shown && isDocumentNameInAnyCase(shown.file.path) ? shown : undefined;
}
