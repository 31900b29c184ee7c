import type { Container } from "./body-containers.ts";
import type { OpenFence } from "./body-fences.ts";
import type { Span } from "../lines.ts";

/** What the first pass over Markdown leaves for the second; a heading's range is its line, `content` its text. */
export type Block =
  | (Span & { readonly kind: "text" })
  | (Span & { readonly kind: "html" })
  | (Span & { readonly kind: "heading"; readonly level: number; readonly content: Span })
  | (Span & {
      readonly kind: "fence";
      readonly language: string;
      readonly content: Span;
      readonly closed: boolean;
    });

/** What is open where the first pass stands, and the blocks behind it. */
export interface BlockState {
  readonly text: string;
  readonly blocks: Block[];
  readonly containers: Container[];
  paragraph: { readonly start: number; end: number } | undefined;
  html: (Span & { readonly until: RegExp | undefined }) | undefined;
  fence: OpenFence | undefined;
}

export function addHeading(state: BlockState, { start, end }: Span, level: number, content: Span): void {
  state.blocks.push({ kind: "heading", start, end, level, content });
}

/** Without a closing line the block ends where its container or the file does. */
export function closeFence(state: BlockState, closing: Span | undefined, end: number): void {
  const { fence } = state;
  if (!fence) return;
  const contentEnd = Math.max(fence.contentStart, closing ? closing.start : end);
  const content = { start: Math.min(fence.contentStart, contentEnd), end: contentEnd };
  state.blocks.push({
    kind: "fence",
    start: fence.start,
    end: Math.max(end, content.start),
    language: fence.language,
    content,
    closed: closing !== undefined,
  });
  state.fence = undefined;
}

/** Ends the paragraph or HTML block that is open. */
export function closeText(state: BlockState): void {
  if (state.paragraph) state.blocks.push({ kind: "text", ...state.paragraph });
  if (state.html) state.blocks.push({ kind: "html", start: state.html.start, end: state.html.end });
  state.paragraph = undefined;
  state.html = undefined;
}
