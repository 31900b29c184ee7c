const template = /(?:^|\/)assets\/|(?:^|[/_-])templates?(?:\/|[^/]*$)/i;

/** Whether a file is to be copied and filled in: what it refers to is there only then. */
export function isTemplate(path: string): boolean {
  return template.test(path);
}
