import type { NewEvent } from "../../model/trace.ts";
import { describeWrite } from "../tools/file-tools.ts";
import { notSimulated } from "../tools/resolve-path.ts";

/** The parts of an event that say which file it concerns. */
export type About = Pick<NewEvent, "skill" | "file" | "tier">;

/** What a command does with files. */
export interface FileLog {
  read(path: string, size: number): void;
  list(path: string): void;
  /** `bytes` is undefined for a removed file. */
  write(path: string, bytes: Uint8Array | undefined): void;
  /** A path that is not on the stage was requested. */
  outside(path: string): void;
  /** A path on the stage that does not exist was read, or only looked for, as tests of a shell do. */
  absent(path: string, use: "read" | "stat"): void;
  refuse(reason: string, about?: About): void;
  add(event: NewEvent): void;
  /** Everything since the last call. */
  take(): Logged;
}

interface Refused {
  readonly reason: string;
  readonly about?: About;
}

export interface Logged {
  /** Each file and directory once. */
  readonly events: readonly NewEvent[];
  /** Why the harness did not do what a real shell would have done; absent if it did. */
  readonly refused?: Refused;
  /** A file that was read does not exist. */
  readonly absent?: { readonly path: string; readonly use: "read" | "stat"; readonly about: About };
}

export function openFileLog(about: (path: string) => About): FileLog {
  let events = new Map<string, NewEvent>();
  let refused: Refused | undefined;
  let absent: { readonly path: string; readonly use: "read" | "stat" } | undefined;
  const note = (key: string, event: NewEvent): void => void (events.has(key) || events.set(key, event));
  return {
    // A shell that appends to a file reads it first.
    read: (path, size) =>
      events.has(`write ${path}`)
        ? undefined
        : note(`read ${path}`, { kind: "resource", ...about(path), bytes: [0, size] }),
    list: (path) => note(`list ${path}`, { kind: "list", ...about(path) }),
    write: (path, bytes) => {
      const { tier: _tier, ...file } = about(path);
      events.set(`write ${path}`, { kind: "write", ...file, ...describeWrite(bytes) });
    },
    outside: (path) => {
      refused ??= { reason: notSimulated(path) };
    },
    absent: (path, use) => {
      if (!absent || (absent.use === "stat" && use === "read")) absent = { path, use };
    },
    refuse: (reason, about) => {
      refused ??= { reason, ...(about && { about }) };
    },
    add: (event) => note(`event ${events.size}`, event),
    take: () => {
      const logged = {
        events: Array.from(events.values()),
        ...(refused && { refused }),
        ...(absent && { absent: { ...absent, about: about(absent.path) } }),
      };
      events = new Map();
      refused = absent = undefined;
      return logged;
    },
  };
}
