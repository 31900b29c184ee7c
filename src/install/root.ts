/** A directory that holds skills. */
export interface Root {
  /** Absolute, with symlinks resolved. */
  readonly directory: string;
  /** Its name in messages, with "/". */
  readonly label: string;
  /** The user's directory for persistent program state, absolute. Without it, an interrupted change has to be resolved by hand. */
  readonly state?: string | undefined;
}

/** The name in messages of a file or directory in a root. */
export function nameIn({ label }: Pick<Root, "label">, ...names: readonly string[]): string {
  const inner = names.join("/");
  return label === "." ? inner : `${label}${label.endsWith("/") ? "" : "/"}${inner}`;
}
