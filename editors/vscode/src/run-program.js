import { execFile } from "node:child_process";

/** @typedef {{ readonly code: number | undefined, readonly output: string, readonly problem: string }} Ran How a program ended; without a code if it could not be started or did not end by itself. */

/**
 * Runs the program with the editor's own Node.js, or as a command.
 * @param {import("./find-server.js").Found} program @param {readonly string[]} words @param {string} cwd
 * @returns {Promise<Ran>}
 */
export function runProgram({ file, isModule }, words, cwd) {
  const [command, args] = isModule ? [process.execPath, [file, ...words]] : [file, words];
  const env = { ...process.env, ...(isModule && { ELECTRON_RUN_AS_NODE: "1" }), NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, output, problem) => {
      const code = error ? error.code : 0;
      resolve({
        code: typeof code === "number" ? code : undefined,
        output,
        problem: problem || (typeof code === "number" ? "" : String(error)),
      });
    });
  });
}

/** @typedef {{ readonly id: string, readonly title: string, readonly detail: string }} ClientChoice */

/**
 * The clients that a skill can be previewed as, the best known first: those of which more than the documentation was
 * read. Throws if the text is not that of `clients --format json`.
 * @param {string} json @returns {readonly ClientChoice[]}
 */
export function clientChoices(json) {
  /** @type {{ readonly data: { readonly clients: readonly { readonly client: string, readonly title: string, readonly version: string, readonly evidence: string }[] } }} */
  const { data } = JSON.parse(json);
  const choices = new Map();
  for (const { client, title, version, evidence } of data.clients)
    if (evidence !== "documented" && !choices.has(client))
      choices.set(client, { id: client, title, detail: `as of ${version}` });
  return Array.from(choices.values());
}

/**
 * What the status bar says, from the titles of the lenses above a SKILL.md; undefined if the file has none.
 * @param {readonly (string | undefined)[]} titles
 */
export function statusOf(titles) {
  return titles.find((title) => title?.startsWith("loads in "));
}
