import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { findProgram } from "./find-program.ts";
import type { Network } from "./types.ts";

/** What a client is given of this machine's files: everything else is hidden from it. */
interface VisibleFiles {
  /** Directories and files of programs, which it may only read. */
  readonly readable: readonly string[];
  /** The one directory in which it writes. */
  readonly folder: string;
}

/** A sandbox in which a client sees only these files. */
export interface Hiding {
  readonly bubblewrap: string;
  readonly files: VisibleFiles;
  readonly network: Network;
}

/**
 * How the user's files can be hidden from a client, with the network or without one; undefined if bubblewrap is
 * missing or does not work here.
 */
export function findHiding(network: Network, needs: HidingNeeds): Hiding | undefined {
  const { searchPath, folder } = needs;
  const bubblewrap = process.platform === "linux" ? findProgram("bwrap", searchPath) : undefined;
  if (bubblewrap === undefined) return undefined;
  const hiding = { bubblewrap, network, files: { folder, readable: programFiles(needs) } };
  return hides(hiding, homesOf(needs)) ? hiding : undefined;
}

export interface HidingNeeds {
  /** The absolute path of the client's program. */
  readonly program: string;
  readonly searchPath: string;
  /** The temporary directory in which the client works. */
  readonly folder: string;
  /** The value of HOME. */
  readonly home?: string | undefined;
}

/** The command in a bubblewrap sandbox with new namespaces and, of this machine's files, only the visible ones. */
export function hidden(
  { bubblewrap, network, files: { readable, folder } }: Hiding,
  command: readonly string[],
): readonly string[] {
  return [
    bubblewrap,
    ...["--unshare-all", ...(network === "all" ? ["--share-net"] : [])],
    ...["--die-with-parent", "--new-session", "--hostname", "skills"],
    // Otherwise root could mount the hidden directories again.
    ...["--cap-drop", "ALL"],
    ...systemFiles(),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"],
    ...readable.flatMap((file) => ["--ro-bind", file, file]),
    ...["--bind", folder, folder, "--remount-ro", "/"],
    ...["--", ...command],
  ];
}

/** On distributions with a merged /usr these are symlinks. */
const topDirectories = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"] as const;

/** Where some distributions have all programs. */
const stores = ["/nix/store", "/gnu/store"] as const;

/** What programs read in /etc, none of it secret. */
const settings = [
  "alternatives",
  "ca-certificates",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "pki/ca-trust",
  "pki/tls/certs",
  "protocols",
  "resolv.conf",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
] as const;

function systemFiles(): readonly string[] {
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...topDirectories.flatMap((name) => bindOrLink(`/${name}`)),
    ...[...stores, ...settings.map((name) => `/etc/${name}`)].flatMap((file) => [
      "--ro-bind-try",
      file,
      file,
    ]),
  ];
}

function bindOrLink(directory: string): readonly string[] {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (!stats) return [];
  return stats.isSymbolicLink()
    ? ["--symlink", readlinkSync(directory), directory]
    : ["--ro-bind", directory, directory];
}

/** What the client's program consists of, and the programs on the search path, as far as they are not the system's. */
function programFiles(needs: HidingNeeds): readonly string[] {
  const { program, searchPath, folder } = needs;
  const real = realpathSync(program);
  const apart = [folder, ...homesOf(needs)];
  /** The directory of a file, with what the program may load beside it, or the file alone. */
  const withDirectory = (file: string): string =>
    isShared(path.dirname(file), apart) ? file : path.dirname(file);
  const [package_] = /^.*?\/node_modules(?=\/)/.exec(real) ?? [];
  const files = [
    ...searchPath.split(path.delimiter),
    ...linksTo(program).map(withDirectory),
    package_ ?? withDirectory(real),
    process.execPath,
    realpathSync(process.execPath),
  ];
  return Array.from(new Set(files)).filter(
    (file) => !isOfSystem(file) && existsSync(file) && (!isShared(file, apart) || statSync(file).isFile()),
  );
}

/** The paths of a program through its symlinks, itself first. */
function linksTo(program: string): readonly string[] {
  const found = [program];
  while (found.length < 40 && lstatSync(found.at(-1)!).isSymbolicLink())
    found.push(path.resolve(path.dirname(found.at(-1)!), readlinkSync(found.at(-1)!)));
  return found;
}

function isOfSystem(file: string): boolean {
  return ["/usr", ...topDirectories.map((name) => `/${name}`)].some((directory) => isWithin(file, directory));
}

/** Directories with files of everyone. */
const shared = ["/", "/etc", "/home", "/media", "/mnt", "/opt", "/run", "/srv", "/tmp", "/var", "/var/tmp"];

/** Whether a directory also has files that the client must not see, such as those of a home directory. */
function isShared(directory: string, apart: readonly string[]): boolean {
  return shared.includes(directory) || apart.some((other) => isWithin(other, directory));
}

function isWithin(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory === "/" ? "/" : `${directory}/`);
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** The user's home directories, with symlinks and without: of the variable, and of the system's user database. */
function homesOf({ home }: HidingNeeds): readonly string[] {
  const known = [home ?? "", userHome()].filter((each) => path.isAbsolute(each));
  return Array.from(new Set([...known, ...known.map(realOf)]));
}

function userHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return "";
  }
}

/** Ends with 0 if none of the directories, "DEVICE:INODE PATH", is the one of this machine. */
const probe = `
process.exit(process.argv.slice(1).some((each) => {
  const [identity, path] = [each.slice(0, each.indexOf(" ")), each.slice(each.indexOf(" ") + 1)];
  try {
    const { dev, ino } = require("node:fs").statSync(path);
    return dev + ":" + ino === identity;
  } catch {
    return false;
  }
}) ? 1 : 0);
`;

/** Whether the directories are hidden indeed: bubblewrap may be missing a permission, or be another program. */
function hides(hiding: Hiding, homes: readonly string[]): boolean {
  const asked = ["/run", "/tmp", ...homes].flatMap((directory) => {
    const stats = statSync(directory, { throwIfNoEntry: false });
    return stats ? [`${stats.dev}:${stats.ino} ${directory}`] : [];
  });
  const [program = "", ...words] = hidden(hiding, [process.execPath, "-e", probe, "--", ...asked]);
  return spawnSync(program, words, { env: {}, stdio: "ignore", timeout: 10_000 }).status === 0;
}
