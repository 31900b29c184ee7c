import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { limits } from "../model/limits.ts";
import type { Manifest, PluginTree } from "../model/plugin.ts";
import { readFile } from "./open-file.ts";
import { systemCode } from "../core/unreadable.ts";

/** Parses the bytes of a JSON file; undefined bytes are a file that cannot be read. */
export type ManifestReader = (path: string, bytes: Uint8Array | undefined) => Manifest;

/** A directory on disk as a plugin. Nothing outside of it is looked at, whatever its paths and symlinks say. */
export function openPlugin(directory: string, readManifest: ManifestReader): PluginTree {
  const root = realpathSync.native(directory);
  return treeAt(root, root, readManifest);
}

/** `root` is the outermost directory, which symlinks may not leave. */
function treeAt(root: string, base: string, readManifest: ManifestReader): PluginTree {
  const manifests = new Map<string, Manifest>();
  const realOf = (inner: string): string | "outside" | undefined => {
    const segments = inner.split(/[/\\]/).filter((segment) => segment !== "" && segment !== ".");
    if (inner.startsWith("/") || segments.includes("..") || inner.includes("\0")) return "outside";
    try {
      const real = realpathSync.native(path.join(base, ...segments));
      return real === root || real.startsWith(root + path.sep) ? real : "outside";
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return undefined;
    }
  };
  const tree: PluginTree = {
    name: path.basename(base),
    kindOf: (inner) => {
      const real = realOf(inner);
      if (real === undefined) return undefined;
      const stats = real === "outside" ? undefined : statSync(real, { throwIfNoEntry: false });
      if (stats?.isFile()) return "file";
      return stats?.isDirectory() ? "directory" : "other";
    },
    namesIn: (inner) => (tree.kindOf(inner) === "directory" ? namesAt(realOf(inner)!) : []),
    read: (inner) => {
      if (tree.kindOf(inner) !== "file") return undefined;
      try {
        return readFile(realOf(inner)!, inner);
      } catch (error) {
        if (error instanceof SkillsError) return undefined;
        throw error;
      }
    },
    manifestAt: (inner) => {
      if (tree.kindOf(inner) === undefined) return undefined;
      const known = manifests.get(inner) ?? readManifest(inner, tree.read(inner));
      manifests.set(inner, known);
      return known;
    },
    below: (inner) => treeAt(root, path.join(base, ...inner.split("/")), readManifest),
  };
  return tree;
}

function namesAt(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted(compareText).slice(0, limits.files);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}
