const rawTag = /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i;
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;
const wholeTag = /^<\/?[A-Za-z][^<>]*>[ \t]*$/;

/** How an HTML block that a line begins ends: at a mark, or at a blank line. Undefined where none begins. */
export function htmlBlock(
  written: string,
  interrupts: boolean,
): { readonly until: RegExp | undefined } | undefined {
  if (rawTag.test(written)) return { until: /<\/(?:script|pre|style|textarea)>/i };
  if (written.startsWith("<!--")) return { until: /-->/ };
  if (/^<[!?]/.test(written)) return { until: />/ };
  return blockTag.test(written) || (!interrupts && wholeTag.test(written)) ? { until: undefined } : undefined;
}
