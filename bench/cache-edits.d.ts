/** Changes a tree of skills at random, always in the same way for the same seed. */
export interface TreeEditor {
  /** Applies one random change and says what it did. */
  edit(): string;
  /** The working directory of the next run. */
  cwd(): string;
}

/** Writes a tree of skills, with a plugin, a git repository and a config, into an empty directory. */
export function makeEditedTree(root: string): void;

export function startEdits(root: string, seed: number): TreeEditor;
