// Which modules of the binaries share a file. Opening and compiling a file costs time of its own, and without these
// groups `skills lint` loads a hundred of them.
import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src", import.meta.url));

const validate = ["cli/commands/validate.ts", "api/validate.ts", "report/formats/text.ts"];
const lint = ["api/lint/lint.ts", "cli/print-report.ts", "report/commands/fix-text.ts"];

/**
 * The groups, smallest first: a module is in the first group of which each list reaches it by static imports. A command
 * loads these modules anyway; what it imports dynamically stays in files of its own.
 * @type {readonly { readonly name: string | null, readonly reachedFrom: readonly (readonly string[])[] }[]}
 */
const groups = [
  // What a binary loads before Node caches compiled code, so it has to be small.
  {
    name: "before-cache",
    reachedFrom: [["cli/compile-cache.ts", "read/ownership.ts", "read/user-directories.ts"]],
  },
  {
    name: "start",
    reachedFrom: [["cli/router.ts", "cli/run-process.ts"]],
  },
  { name: "reference", reachedFrom: [["bin/skills-ref-program.ts"], ["api/validate.ts"]] },
  { name: "program", reachedFrom: [["cli/program.ts"]] },
  { name: "rules", reachedFrom: [["api/explain.ts"], validate] },
  { name: "validating", reachedFrom: [validate] },
  { name: "options", reachedFrom: [["cli/commands/lint.ts"], lint] },
  { name: "packing", reachedFrom: [["api/pack/pack.ts"], lint] },
  // Many commands need some of these modules, and few need the list of all rules: the bundler divides them better.
  { name: null, reachedFrom: [["api/explain.ts"], lint] },
  { name: "linting", reachedFrom: [lint] },
];

/** @typedef {import("rolldown").CodeSplittingNameFunction} NameOf */
/** @typedef {Parameters<NameOf>[1]} Context */

/** How a build of the binaries divides its modules. @returns {import("rolldown").CodeSplittingOptions} */
export function groupModules() {
  /** @type {ReturnType<typeof membersOf> | undefined} */
  let known;
  return {
    // Otherwise a group takes what its modules import out of the earlier groups.
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, context) => {
          known ??= membersOf(context);
          return known.find(({ members }) => members.has(id))?.name ?? null;
        },
      },
    ],
  };
}

/** @param {Context} context */
function membersOf(context) {
  return groups.map(({ name, reachedFrom }) => {
    const [first = new Set(), ...others] = reachedFrom.map((files) => reachedBy(files, context));
    return { name, members: new Set([...first].filter((id) => others.every((other) => other.has(id)))) };
  });
}

/**
 * The modules that `files` lead to by static imports.
 * @param {readonly string[]} files @param {Context} context
 */
function reachedBy(files, context) {
  const reached = new Set(files.map(locate));
  // A set also visits what is added while it is visited.
  for (const id of reached) {
    const info = context.getModuleInfo(id);
    if (!info) throw new Error(`${id} is named in a group, and is not part of the program`);
    for (const each of info.importedIds) reached.add(each);
  }
  return reached;
}

/** @param {string} file */
function locate(file) {
  return realpathSync(path.join(source, file));
}
