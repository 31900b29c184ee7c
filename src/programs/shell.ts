import { show } from "../core/show.ts";
import type { SyntaxVerdict } from "../model/syntax.ts";
import { run, type Ran } from "./run.ts";

const limits = { milliseconds: 5_000, outputBytes: 65_536 };
const atOnce = 4;

/** Parses each text with the installed shell, in the given order; -n reads commands and runs none. */
export async function checkShell(
  shell: "bash" | "sh",
  texts: readonly string[],
): Promise<readonly SyntaxVerdict[]> {
  const verdicts: SyntaxVerdict[] = [];
  // Without extglob, patterns that a script enables at run time would be errors.
  const words = shell === "bash" ? ["--noprofile", "--norc", "-O", "extglob", "-n"] : ["-n"];
  for (let at = 0; at < texts.length; at += atOnce) {
    const ran = await Promise.all(
      texts.slice(at, at + atOnce).map((text) => run(shell, words, Buffer.from(text, "latin1"), { limits })),
    );
    verdicts.push(...ran.map((each) => toVerdict(shell, each)));
  }
  return verdicts;
}

/** Matches a message such as "bash: line 12: syntax error near unexpected token `fi'"; dash does not print "line". */
const complaint = /^[^:\r\n\u2028\u2029]*: (?:line )?(\d+): (?!warning:)(.+)$/m;

function toVerdict(shell: string, { cut, code, stderr }: Ran): SyntaxVerdict {
  if (cut === "absent") return { unparsed: `${shell} is not installed` };
  if (cut)
    return {
      unparsed:
        cut === "time"
          ? `${shell} timed out after ${limits.milliseconds / 1000} s`
          : `${shell} printed too much output`,
    };
  if (code === 0) return {};
  const [, line, reason] = complaint.exec(stderr) ?? [];
  if (code === undefined || line === undefined || reason === undefined)
    return { unparsed: `${shell} failed` };
  return {
    fault: {
      message: `${shell} cannot parse this: ${show(reason)}`,
      line: Number(line),
      column: 1,
      endColumn: Infinity,
    },
  };
}
