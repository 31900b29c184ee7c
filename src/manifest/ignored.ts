import { manifestName, signatureName } from "../model/manifest.ts";

/**
 * The names that a manifest may ignore: the defaults of OpenSSF Model Signing (spec/v1.0.md, 6.2), and the manifest
 * with its signature.
 */
export const ignorableNames: readonly string[] = [
  ".git",
  ".gitattributes",
  ".github",
  ".gitignore",
  manifestName,
  signatureName,
];

/**
 * The ignorable names that may be directories. For the other names, only files are ignored, as a directory with such
 * a name could hide anything.
 */
const directories: readonly string[] = [".git", ".github"];

/**
 * Whether a manifest that ignores these names does not cover the file. No manifest covers itself and its signature.
 */
export function isIgnored(path: string, ignored: readonly string[]): boolean {
  const [top = ""] = path.split("/", 1);
  return (
    path === manifestName ||
    path === signatureName ||
    (ignored.includes(top) && (path === top || directories.includes(top)))
  );
}
