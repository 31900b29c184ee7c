// The simulated shell as one file: the package just-bash, without commands that no played shell has.
import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** As the bundler names it: without symlinks. */
const packageFile = realpathSync(path.join(root, "node_modules/just-bash/dist/bundle/index.js"));

/** @type {{ commands: readonly string[] }} */
const { commands } = JSON.parse(readFileSync(path.join(root, "src/harness/shell/commands.json"), "utf8"));

/** Packages whose code just-bash contains, for the notices: the rest of what it bundles is left out. */
export const inside = ["re2js"];

/** The files of the package that are loaded for a command, or for a network, which no played shell has. */
function unwanted() {
  const text = readFileSync(packageFile, "utf8");
  const loaders = Array.from(
    text.matchAll(/name:"([^"]+)",load:async\(\)=>\(await import\("(\.\/chunks\/[^"]+)"\)\)/g),
    ([, name = "", file = ""]) => ({ name, file }),
  );
  const wanted = new Set(loaders.flatMap(({ name, file }) => (commands.includes(name) ? [file] : [])));
  const missing = commands.filter((name) => !loaders.some((loader) => loader.name === name));
  if (missing.length > 0) throw new Error(`just-bash has no command ${missing.join(", ")}`);
  const others = text.match(/\.\/chunks\/(?:undici|flag-coverage)-\w+\.js/g) ?? [];
  return new Set([...loaders.map(({ file }) => file).filter((file) => !wanted.has(file)), ...others]);
}

/**
 * Replaces the declarations that open connections by functions that throw; what only they use is left out then.
 * @param {string} code @param {ReturnType<import("rolldown").PluginContext["parse"]>} program
 */
function withoutNetwork(code, { body }) {
  const declared = body.flatMap((node) => [
    ...(node.type === "VariableDeclaration" ? node.declarations : [node]),
  ]);
  const opening = declared.flatMap((node) => {
    const { start, end } = node;
    if (!/\bfetch\(|\bundici\b/.test(code.slice(start, end))) return [];
    const name = "id" in node && node.id?.type === "Identifier" ? node.id.name : undefined;
    if (name === undefined) throw new Error(`just-bash opens connections in a ${node.type}`);
    const none = '{ throw new Error("no network"); }';
    const text =
      node.type === "FunctionDeclaration" ? `function ${name}() ${none}` : `${name} = () => ${none}`;
    return [{ start, end, text }];
  });
  if (opening.length === 0) throw new Error("just-bash has no declaration that opens connections");
  return opening
    .toReversed()
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

/** Replaces unwanted files of the package by empty ones. @returns {import("rolldown").Plugin} */
export function leaveOutCommands() {
  const files = unwanted();
  return {
    name: "leave-out-commands",
    resolveId: (written, importer) => (importer === packageFile && files.has(written) ? `\0left-out` : null),
    load: (id) => (id === "\0left-out" ? "export {};" : null),
    transform(code, id) {
      return id === packageFile ? { code: withoutNetwork(code, this.parse(code)), map: null } : null;
    },
  };
}
