// Which modules of the binaries share a file. Opening and compiling a file costs time of its own, and without these
// groups `skills lint` loads a hundred of them.
import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src", import.meta.url));

const validate = ["cli/commands/validate.ts", "api/validate.ts", "report/formats/text.ts"];
const lint = ["api/lint/lint.ts", "cli/print-report.ts", "report/commands/fix-text.ts"];

/**
 * Groups that are loaded when one of their functions is called first: what only `behind` leads to by static imports.
 * Most runs call none of them, and nothing in them may be used while other modules are loaded.
 * @type {readonly { readonly name: string, readonly behind: readonly string[] }[]}
 */
const lazyGroups = [
  {
    // The readers for all of YAML, as most frontmatter is plain.
    name: "lazy_yaml",
    behind: [
      "../node_modules/yaml/browser/dist/index.js",
      "yaml/theirs/libyaml/parser.ts",
      "yaml/theirs/libyaml/token-stream.ts",
      "yaml/ours/reader.ts",
    ],
  },
];

/**
 * The groups, smallest first: a module is in the first group of which each list reaches it by static imports. A command
 * loads these modules anyway; what it imports dynamically stays in files of its own.
 * @type {readonly { readonly name: string | null, readonly reachedFrom: readonly (readonly string[])[] }[]}
 */
const groups = [
  {
    name: "start",
    reachedFrom: [["cli/router.ts", "cli/run-process.ts"]],
  },
  { name: "reference", reachedFrom: [["bin/skills-ref-program.ts"], ["api/validate.ts"]] },
  { name: "program", reachedFrom: [["cli/program.ts"]] },
  { name: "scope", reachedFrom: [["cli/commands/digest.ts", "api/digest.ts"], validate] },
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

/**
 * Makes each file load the lazy groups when it uses them.
 * @type {import("rolldown").Plugin}
 */
export const loadLazily = {
  name: "load-lazily",
  renderChunk: (code, { fileName }) =>
    lazyGroups.reduce((text, { name }) => deferred(text, name, fileName), code),
};

/** @param {string} code @param {string} name @param {string} file */
function deferred(code, name, file) {
  const load = new RegExp(`^const require_${name} = (require\\("[^"]+"\\));$`, "m");
  const [statement, loaded] = load.exec(code) ?? [];
  if (statement === undefined) {
    if (code.includes(`require_${name}`)) throw new Error(`${file} loads the group ${name} at once`);
    return code;
  }
  const uses = code.replace(statement, "").replaceAll(`require_${name}.`, `require_${name}().`);
  if (new RegExp(`require_${name}(?!\\(\\)\\.)`).test(uses))
    throw new Error(`${file} needs more of the group ${name} than its functions`);
  return `let loaded_${name};\nconst require_${name} = () => (loaded_${name} ??= ${loaded});\n${uses}`;
}

/** @param {Context} context */
function membersOf(context) {
  const roots = groups.flatMap(({ reachedFrom }) => reachedFrom.flat());
  const lazy = lazyGroups.map(({ name, behind }) => {
    const others = reachedBy(roots, context, behind);
    return { name, members: new Set([...reachedBy(behind, context)].filter((id) => !others.has(id))) };
  });
  return [...lazy, ...grouped(context)];
}

/** @param {Context} context */
function grouped(context) {
  return groups.map(({ name, reachedFrom }) => {
    const [first = new Set(), ...others] = reachedFrom.map((files) => reachedBy(files, context));
    return { name, members: new Set([...first].filter((id) => others.every((other) => other.has(id)))) };
  });
}

/**
 * The modules that `files` lead to, except through `closed`.
 * @param {readonly string[]} files @param {Context} context @param {readonly string[]} closed
 */
function reachedBy(files, context, closed = []) {
  const reached = new Set(files.map(locate));
  const left = new Set(closed.map(locate));
  // A set also visits what is added while it is visited.
  for (const id of reached) {
    const info = context.getModuleInfo(id);
    if (!info) throw new Error(`${id} is named in a group, and is not part of the program`);
    for (const each of info.importedIds) if (!left.has(each)) reached.add(each);
  }
  return reached;
}

/** @param {string} file */
function locate(file) {
  return realpathSync(path.join(source, file));
}
