import type { Skill } from "../model/skill.ts";
import type { Sighting } from "./gather.ts";
import type { Call } from "./call.ts";
import { cmdlet } from "./powershell-calls.ts";
import { builtins } from "./shell-calls.ts";

const name = /^[A-Za-z_][\w.+-]{0,60}$/;

/** Programs with a capital letter. Any other capitalized word starts a sentence, or comes from a program's output. */
const capitals = new Set(["Rscript", "R", "Xvfb", "MSBuild", "PowerShell"]);

/** The called programs, in the order of the calls. */
export function* programsIn(calls: Iterable<Call>, { files }: Skill): Generator<Sighting<"script" | "text">> {
  const own = new Set(files.map(({ path }) => path));
  for (const { region, words, functions, script } of calls) {
    const [program] = words;
    if (!program?.literal || functions.has(program.text) || builtins.has(program.text)) continue;
    const { text, start, end } = program;
    if (!isProgram(text) || isOwn(text, own)) continue;
    yield { name: text, kind: script ? "script" : "text", file: region.file, start, end };
  }
}

function isProgram(text: string): boolean {
  if (text.includes("/"))
    return /^(?:~\/|\.{1,2}\/|\/[\w.-]+\/|[\w.-]+\/)[\w./@+-]{1,200}$/.test(text) && !text.endsWith("/");
  return name.test(text) && (/^[a-z_]/.test(text) || capitals.has(text) || cmdlet.test(text));
}

/** Whether a path ends in one of the skill's own files, whatever the working directory is. */
function isOwn(text: string, own: ReadonlySet<string>): boolean {
  if (!text.includes("/")) return own.has(text);
  const parts = text.split("/").filter((part) => part !== "." && part !== "..");
  return parts.some((_, at) => own.has(parts.slice(at).join("/")));
}
