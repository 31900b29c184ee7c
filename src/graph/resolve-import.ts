import type { Script, ScriptImport } from "../model/script.ts";
import { directoryOf } from "./targets.ts";

/** The files of the skill that an import in a script refers to, found as the script's interpreter would. */
export function resolveImport(
  script: Script,
  imported: ScriptImport,
  exists: (path: string) => boolean,
): readonly string[] {
  return choicesOf(script, imported)
    .flatMap((candidates) => candidates.find(exists) ?? [])
    .filter((path) => path !== script.file.path);
}

/** The candidate paths of each imported module, in the order in which they are tried. */
function choicesOf(
  { file, language }: Script,
  { specifier, range }: ScriptImport,
): readonly (readonly string[])[] {
  const directory = directoryOf(file.path);
  if (language === "python")
    return pythonCandidates(specifier, directory, () => namesImported(file.source.text, range.end.offset));
  return [
    language === "javascript" || language === "typescript"
      ? javascriptCandidates(specifier, directory)
      : plainCandidates(specifier, directory),
  ];
}

function pythonCandidates(
  specifier: string,
  directory: string,
  names: () => readonly string[],
): readonly (readonly string[])[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const module = specifier.slice(dots).replaceAll(".", "/");
  const bases = dots > 0 ? [climb(directory, dots - 1)].flatMap((base) => base ?? []) : searched(directory);
  const at = (path: string): readonly string[] =>
    path === "" ? [] : bases.flatMap((base) => [join(base, `${path}.py`), join(base, `${path}/__init__.py`)]);
  const members = names().map((name) => at(module === "" ? name : `${module}/${name}`));
  return [at(module), ...(module === "" ? [bases.map((base) => join(base, "__init__.py"))] : []), ...members];
}

/**
 * The directories that Python searches first, and those that scripts often add: a parent directory or a source
 * directory.
 */
function searched(directory: string): readonly string[] {
  const bases = [directory];
  for (let at = directory; at !== ""; at = directoryOf(at)) bases.push(directoryOf(at));
  return [...bases, "scripts", "lib", "src"];
}

/** The names after `import` in `from x import a, b`. */
function namesImported(text: string, from: number): readonly string[] {
  const list = /^[ \t]+import[ \t]+\(?([\w\s,*]{1,2000})/.exec(text.slice(from, from + 2048))?.[1] ?? "";
  const end = /\n(?![ \t]*\w+[ \t]*,|[ \t]+\w)/.exec(list)?.index ?? list.length;
  return list
    .slice(0, end)
    .split(",")
    .flatMap((item) => /^\s*(\w+)/.exec(item)?.[1] ?? []);
}

const extensions = [
  "",
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".tsx",
  ".jsx",
  ".mts",
  ".json",
  "/index.js",
  "/index.ts",
  "/index.mjs",
  "/index.tsx",
];

function javascriptCandidates(specifier: string, directory: string): readonly string[] {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return [];
  const path = resolve(directory, specifier);
  if (path === undefined) return [];
  return [
    ...extensions.map((extension) => path + extension),
    path.replace(/\.([cm]?)js$/, ".$1ts"),
    path.replace(/\.jsx?$/, ".tsx"),
  ];
}

const anywhere = /^(?:\$\{[^{}]{1,200}\}|\$\w{1,100}|\$\((?:[^()]|\([^()]{0,200}\)){1,200}\))\//;

/**
 * Candidates relative to the script's directory, then to the root. The same after a variable or a command, which
 * usually means one of these.
 */
function plainCandidates(specifier: string, directory: string): readonly string[] {
  const path = specifier.replaceAll(/["']/g, "").replace(anywhere, "");
  return [resolve(directory, path), resolve("", path)].flatMap((candidate) =>
    candidate === undefined ? [] : [candidate, `${candidate}.rb`],
  );
}

/** Undefined if ".." leaves the skill. */
function resolve(directory: string, path: string): string | undefined {
  const segments = directory === "" ? [] : directory.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function climb(directory: string, ups: number): string | undefined {
  return resolve(directory, "../".repeat(Math.min(ups, 64)));
}

function join(directory: string, path: string): string {
  return directory === "" ? path : `${directory}/${path}`;
}
