/** How large an archive may be, and what is in it; past a limit it is refused, by `pack` and by `verify`. The largest real skill seen has 5.3 MiB. */
export const archiveLimits = {
  /** Of the archive. */
  bytes: 64 * 1_048_576,
  entries: 10_000,
  /** Of one file, unpacked. */
  fileBytes: 64 * 1_048_576,
  /** Of all files together, unpacked: no more than can be packed again. */
  totalBytes: 64 * 1_048_576,
  /** Unpacked size by packed size of one entry, where it unpacks to more than `ratioFrom`. */
  ratio: 200,
  ratioFrom: 1_048_576,
  /** Of one path, in UTF-8. */
  pathBytes: 240,
  /** Names in one path. */
  depth: 16,
  manifestBytes: 4 * 1_048_576,
} as const;
