// Asks Gemini CLI about an extension in a directory.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {import("./codex-plugin.js").Session} Session */

/**
 * Whether `gemini extensions validate` accepts it, and whether `gemini extensions install` takes it. If it does: the
 * skills that a session has of it, unless none starts; and whether `gemini extensions list` ends well, if that is asked.
 * `said` is why one of them does not.
 * @typedef {{ accepts: boolean, installs: boolean, skills?: readonly string[], starts?: false, lists?: boolean, said?: string }} Extension
 */

/**
 * The home is three levels below a directory that is also of other homes.
 * @param {Session} session @param {string} extension @param {{ list?: boolean }} [options] @returns {Promise<Extension>}
 */
export async function askGemini({ stage, project, home }, extension, { list = false } = {}) {
  const gemini = stage.installed("@google/gemini-cli/bundle/gemini.js");
  // It would start itself again with more memory; and its 16 MB of JavaScript take a second to compile.
  const env = { GEMINI_CLI_NO_RELAUNCH: "true", NODE_COMPILE_CACHE: path.join(home, "../../../cache") };
  const run = async (/** @type {readonly string[]} */ ...words) => {
    const finished = await stage.run([stage.node, gemini, ...words], { cwd: project, home, env });
    if (finished.status !== 0 && finished.status !== 1)
      throw new Error(`${words.join(" ")}: ended with ${finished.status}: ${finished.stderr.slice(0, 500)}`);
    return finished;
  };
  /** The list of errors, or the last line, without what calls what. @param {import("./types.js").Finished} finished */
  const sayingWhy = ({ stderr }) => {
    const plain = stderr.replaceAll(extension, "p").replaceAll(home, "~");
    const lines = plain.split("\n").filter((line) => line.trim() !== "" && !/^ {4}at /.test(line));
    const listed = lines.filter((line) => line.startsWith("  - "));
    return { said: (listed.length > 0 ? listed : lines.slice(-1)).join("\n").trim() };
  };
  // It asks whether the directory is trusted, and waits for the answer.
  mkdirSync(path.join(home, ".gemini"), { recursive: true });
  const settings = { security: { folderTrust: { enabled: false } } };
  writeFileSync(path.join(home, ".gemini/settings.json"), JSON.stringify(settings));
  const validated = await run("extensions", "validate", extension);
  const accepts = validated.status === 0;
  const installed = await run("extensions", "install", extension, "--consent", "--skip-settings");
  if (installed.status !== 0)
    return { accepts, installs: false, ...sayingWhy(accepts ? installed : validated) };
  const session = await run("skills", "list");
  const blocks = session.stdout.matchAll(/^(.*) \[(?:Enabled|Disabled)\]$[^]*?^ {2}Location: {4}(.*)$/gm);
  const skills = Array.from(blocks)
    .filter(([, , location = ""]) => location.startsWith(path.join(home, ".gemini/extensions/")))
    .map(([, name = ""]) => name)
    .toSorted();
  const listed = list ? await run("extensions", "list") : undefined;
  const failed = [validated, session, listed].find((finished) => finished?.status === 1);
  return {
    ...{ accepts, installs: true },
    ...(session.status === 0 ? { skills } : { starts: false }),
    ...(listed && { lists: listed.status === 0 }),
    ...(failed && sayingWhy(failed)),
  };
}
