const extension = /\.(?:md|markdown|mdx)$/i;

/** Whether a file is Markdown, as far as its name tells. */
export function isMarkdown(path: string): boolean {
  return extension.test(path);
}
