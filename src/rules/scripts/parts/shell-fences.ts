import type { Body } from "../../../model/body.ts";

const shellNames = /^(?:bash|sh|shell|zsh|console|terminal|shell-session|shellsession)$/i;

/** Whether an offset of a Markdown file is in a code block with the language of a shell. */
export function isInShellFence({ fences }: Body, offset: number): boolean {
  const fence = fences.find(({ range }) => range.start.offset <= offset && offset < range.end.offset);
  return fence !== undefined && shellNames.test(fence.language);
}
