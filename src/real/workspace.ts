import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endClients } from "./run-client.ts";

/** Directories of one start, all temporary. */
export interface SessionPlace {
  readonly home: string;
  /** The working directory. */
  readonly project: string;
  /** Shared by all starts of a run. */
  readonly cache: string;
  /** For its temporary files. */
  readonly tmp: string;
}

/** A temporary directory for the homes and projects of clients. */
export interface Workspace {
  readonly folder: string;
  /** Creates empty directories for one start. */
  place(name: string): SessionPlace;
  /** Ends all clients and removes the directory. */
  close(): void;
}

export function openWorkspace(): Workspace {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "skills-real-"));
  return {
    folder,
    place(name) {
      const place = {
        home: path.join(folder, name, "home"),
        project: path.join(folder, name, "project"),
        cache: path.join(folder, "cache"),
        tmp: path.join(folder, "tmp"),
      };
      for (const directory of Object.values(place)) mkdirSync(directory, { recursive: true });
      return place;
    },
    close() {
      endClients();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
