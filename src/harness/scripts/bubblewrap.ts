import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import type { ScriptCommand } from "./run-in-copy.ts";
import { shownRoot, placesIn, type WorkPlace } from "./work-place.ts";

/** Path of node in the sandbox; on the host it may be in a home directory. */
const node = "/run/node";

/**
 * The command line that runs a command in a bubblewrap sandbox. All namespaces are new, so there is no network and no
 * other process. System programs are read-only, and only the copy and private memory are writable. When bubblewrap
 * ends, all processes in the sandbox end.
 */
export function inSandbox(
  bubblewrap: string,
  { interpreter, words, limits, directory }: ScriptCommand,
  place: WorkPlace,
): readonly string[] {
  return [
    bubblewrap,
    ...isolation,
    ...systemBinds(),
    ...placeBinds(place, directory),
    "--",
    ...limits,
    interpreter === process.execPath ? node : interpreter,
    ...words,
  ];
}

const isolation = [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  // Otherwise root would keep its capabilities and could remount the system as writable.
  ...["--cap-drop", "ALL"],
  ...["--hostname", "skills"],
  ...["--uid", "1000", "--gid", "1000"],
] as const;

/** On distributions with a merged /usr these are symlinks. */
const topDirectories = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"] as const;

function systemBinds(): readonly string[] {
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...topDirectories.flatMap(bindOrLink),
    ...["/etc/alternatives", "/etc/ld.so.cache"].flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--ro-bind", realpathSync(process.execPath), node],
  ];
}

function bindOrLink(name: string): readonly string[] {
  const stats = lstatSync(`/${name}`, { throwIfNoEntry: false });
  if (!stats) return [];
  return stats.isSymbolicLink()
    ? ["--symlink", readlinkSync(`/${name}`), `/${name}`]
    : ["--ro-bind", `/${name}`, `/${name}`];
}

const memoryBytes = "67108864";

function placeBinds(place: WorkPlace, directory: ScriptCommand["directory"]): readonly string[] {
  const inner = placesIn(shownRoot);
  return [
    ...[
      "--proc",
      "/proc",
      "--dev",
      "/dev",
      "--size",
      memoryBytes,
      "--tmpfs",
      "/dev/shm",
      "--remount-ro",
      "/dev",
    ],
    ...[
      "--bind",
      place.skill,
      inner.skill,
      "--bind",
      place.project,
      inner.project,
      "--bind",
      place.home,
      inner.home,
      "--bind",
      place.temporary,
      inner.temporary,
    ],
    // For programs that ignore TMPDIR.
    ...["--bind", place.temporary, "/tmp"],
    ...["--remount-ro", "/", "--chdir", inner[directory]],
  ];
}
