/** What manifests of one plugin have in common. */
export const syncFields = [
  "name",
  "version",
  "description",
  "author",
  "homepage",
  "repository",
  "license",
  "keywords",
] as const;

/** A description is often written for the users of one client, so it is copied only on request. */
export const usualSyncFields: readonly SyncField[] = syncFields.filter((field) => field !== "description");

export type SyncField = (typeof syncFields)[number];

/** A value that was or would be written. Files are as shown to the user. */
export interface SyncedValue {
  readonly file: string;
  readonly line: number;
  /** The path of the key, with ".". */
  readonly key: string;
  readonly before: string | readonly string[];
  readonly after: string | readonly string[];
  /** The file that the value is copied from. */
  readonly from: string;
}

/** What `skills plugin sync` did or would do. */
export interface SyncedPlugins {
  readonly values: readonly SyncedValue[];
  /** The number of plugins that several texts declare, and of all. */
  readonly compared: number;
  readonly plugins: number;
  /** Symlinks to manifests, which are not written. */
  readonly links: readonly string[];
}
