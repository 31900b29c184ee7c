const folder = /(?:^|\/)assets\/|(?:^|[/_-])templates?\//i;
const name = /(?:^|[_-])template/i;

/** Whether a file is to be copied and filled in: what it refers to is there only then. */
export function isTemplate(path: string): boolean {
  return folder.test(path) || name.test(path.slice(path.lastIndexOf("/") + 1));
}
