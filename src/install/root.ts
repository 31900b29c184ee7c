/** A directory that contains skills. */
export interface Root {
  /** Absolute path, with symlinks resolved. */
  readonly directory: string;
  /** The directory's name for messages, with "/". */
  readonly label: string;
  /**
   * Absolute path of the user's directory for persistent program state. Without it, the user must resolve an
   * interrupted change by hand.
   */
  readonly state?: string | undefined;
}

/** The name of a file or directory in a root, for messages. */
export function nameIn({ label }: Pick<Root, "label">, ...names: readonly string[]): string {
  const inner = names.join("/");
  return label === "." ? inner : `${label}${label.endsWith("/") ? "" : "/"}${inner}`;
}
