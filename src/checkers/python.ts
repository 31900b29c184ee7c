import { show } from "../core/show.ts";
import type { SyntaxVerdict } from "../model/syntax.ts";
import { pythonProgram } from "./python-program.ts";
import { run, type Ran } from "./run.ts";

const limits = { milliseconds: 60_000, outputBytes: 16 * 1024 * 1024 };
/** A text that ends the interpreter must not keep the others from being parsed, nor may many. */
const mostStarts = 4;

/** Parses all texts by one start of the installed python3, in the order given; none of them is run. */
export async function checkPython(texts: readonly string[]): Promise<readonly SyntaxVerdict[]> {
  const verdicts: SyntaxVerdict[] = [];
  for (let start = 1; verdicts.length < texts.length; start++) {
    const rest = texts
      .slice(verdicts.length)
      .map((text) => `${Buffer.from(text, "latin1").toString("base64")}\n`);
    // -I: no directory and no variable of the user's; -S: no site packages; -B: nothing is written.
    const ran = await run("python3", ["-I", "-S", "-B", "-c", pythonProgram], rest.join(""), limits);
    verdicts.push(...readAnswers(ran.stdout).slice(0, rest.length));
    if (verdicts.length < texts.length) {
      const last = start === mostStarts || ran.cut !== undefined;
      const stopped: SyntaxVerdict = { unparsed: whyNot(ran) };
      verdicts.push(...(last ? texts.slice(verdicts.length).map(() => stopped) : [stopped]));
    }
  }
  return verdicts;
}

function whyNot({ cut }: Ran): string {
  if (cut === "absent") return "there is no python3 here";
  if (cut === "time") return `python3 took longer than ${limits.milliseconds / 1000} s`;
  return cut === "output" ? "python3 said more than it may" : "python3 broke off";
}

/** The version first, then an answer for each text; a line without an end is none. */
function readAnswers(stdout: string): readonly SyntaxVerdict[] {
  const [version, ...answers] = stdout
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => parseLine(line));
  return typeof version === "string" ? answers.map((answer) => toVerdict(answer, version)) : [];
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function toVerdict(answer: unknown, version: string): SyntaxVerdict {
  if (typeof answer !== "object" || answer === null) return { unparsed: "python3 gave no answer" };
  if ("unparsed" in answer) return { unparsed: String(answer.unparsed) };
  if (!("message" in answer && "at" in answer) || !Array.isArray(answer.at)) return {};
  const [line, column] = answer.at.map(Number);
  return {
    fault: {
      message: `Python ${version} stops here: ${show(String(answer.message))}`,
      line: line ?? 1,
      column: column ?? 1,
    },
  };
}
