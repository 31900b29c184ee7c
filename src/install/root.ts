/** A directory that holds skills. */
export interface Root {
  /** Absolute, every link on the way to it followed. */
  readonly directory: string;
  /** What to call it to the user, with "/". */
  readonly label: string;
  /** Where this user's programs keep what outlives a run, absolute. Without it what a run that was killed has begun is left to a person. */
  readonly state?: string | undefined;
}

/** What to call something in a root. */
export function nameIn({ label }: Pick<Root, "label">, ...names: readonly string[]): string {
  const inner = names.join("/");
  return label === "." ? inner : `${label}${label.endsWith("/") ? "" : "/"}${inner}`;
}
