const folder = /(?:^|\/)assets\/|(?:^|[/_-])templates?\//i;
const name = /(?:^|[_-])template/i;

/** Whether a file is a template to copy and fill in, so that its references do not resolve yet. */
export function isTemplate(path: string): boolean {
  return folder.test(path) || name.test(path.slice(path.lastIndexOf("/") + 1));
}
