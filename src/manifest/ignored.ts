import { manifestName, signatureName } from "../model/manifest.ts";

/** All that a manifest may leave unsaid: what OpenSSF Model Signing leaves out by default (spec/v1.0.md, 6.2), and the manifest with its signature. */
export const ignorableNames: readonly string[] = [
  ".git",
  ".gitattributes",
  ".github",
  ".gitignore",
  manifestName,
  signatureName,
];

/** Of a name that should be a file's nothing more is ignored than that file: a directory called so could hide anything. */
const directories: readonly string[] = [".git", ".github"];

/** Whether a manifest that ignores these names says nothing of the file; of itself and its signature none does. */
export function isIgnored(path: string, ignored: readonly string[]): boolean {
  const [top = ""] = path.split("/", 1);
  return (
    path === manifestName ||
    path === signatureName ||
    (ignored.includes(top) && (path === top || directories.includes(top)))
  );
}
