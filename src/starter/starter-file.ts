/** A file of a new skill or project, before it is anywhere. */
export interface StarterFile {
  /** With "/", from the directory that it is for. */
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

export function plainFile(path: string, text: string): StarterFile {
  return { path, text, executable: false };
}
