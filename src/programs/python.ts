import { show } from "../core/show.ts";
import type { SyntaxVerdict } from "../model/syntax.ts";
import { type Ran, run } from "./run.ts";

const limits = { milliseconds: 60_000, outputBytes: 16 * 1024 * 1024 };

/**
 * Maximum number of starts. A text that crashes the interpreter must not prevent the others from being parsed, but
 * many such texts must not take forever.
 */
const mostStarts = 4;

/** Parses all texts with one start of the installed python3, in the given order, without running them. */
export async function checkPython(texts: readonly string[]): Promise<readonly SyntaxVerdict[]> {
  const verdicts: SyntaxVerdict[] = [];
  for (let start = 1; verdicts.length < texts.length; start++) {
    const rest = texts
      .slice(verdicts.length)
      .map((text) => `${Buffer.from(text, "latin1").toString("base64")}\n`);
    // -I: no user directories or variables; -S: no site packages; -B: writes no bytecode.
    const ran = await run("python3", ["-I", "-S", "-B", "-c", pythonProgram], rest.join(""), { limits });
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
  if (cut === "absent") return "python3 is not installed";
  if (cut === "time") return `python3 timed out after ${limits.milliseconds / 1000} s`;
  return cut === "output" ? "python3 printed too much output" : "python3 failed";
}

/** Reads the version, and then one answer per text; an incomplete line is ignored. */
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
  if (typeof answer !== "object" || answer === null) return { unparsed: "python3 printed no result" };
  if ("unparsed" in answer) return { unparsed: String(answer.unparsed) };
  if (!("message" in answer && "at" in answer) || !Array.isArray(answer.at)) return {};
  const [line, column] = answer.at.map(Number);
  return {
    fault: {
      message: `Python ${version} cannot parse this: ${show(String(answer.message))}`,
      line: line ?? 1,
      column: column ?? 1,
    },
  };
}

/**
 * Reads one base64-encoded text per line and answers with one line of JSON. compile() with PyCF_ONLY_AST parses a
 * text and never runs it. Columns are converted to UTF-16 units.
 */
const pythonProgram = `
import binascii, json, sys, warnings
from _ast import PyCF_ONLY_AST

warnings.simplefilter("ignore")
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
except Exception:
    pass

def position(line, column, text):
    known = isinstance(text, str) and isinstance(column, int) and column > 0
    return [line or 1, len(text[:column - 1].encode("utf-16-le", "surrogatepass")) // 2 + 1 if known else 1]

def answer(source):
    try:
        compile(source, "script", "exec", PyCF_ONLY_AST, True)
        return {}
    except SyntaxError as error:
        return {"message": str(error.msg), "at": position(error.lineno, error.offset, error.text)}
    except (ValueError, OverflowError) as error:
        return {"message": str(error), "at": [1, 1]}
    except (RecursionError, MemoryError):
        return {"unparsed": "nested too deep"}

print(json.dumps(".".join(map(str, sys.version_info[:3]))), flush=True)
for line in sys.stdin.buffer:
    print(json.dumps(answer(binascii.a2b_base64(line))), flush=True)
`;
