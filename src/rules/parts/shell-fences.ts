import type { Body } from "../../model/body.ts";

const shellNames = /^(?:bash|sh|shell|zsh|console|terminal|shell-session|shellsession)$/i;

/** Whether a place of a Markdown file stands in a block that its author calls shell. */
export function isInShellFence({ fences }: Body, offset: number): boolean {
  const fence = fences.find(({ range }) => range.start.offset <= offset && offset < range.end.offset);
  return fence !== undefined && shellNames.test(fence.language);
}
