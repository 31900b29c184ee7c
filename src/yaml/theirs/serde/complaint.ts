import type { Mark } from "../libyaml/cursor.ts";
import type { YamlFailure } from "../libyaml/failure.ts";

/** The message that serde_yaml shows for a failure of libyaml. serde_yaml src/libyaml/error.rs */
export function describeFailure(failure: YamlFailure): string {
  if (failure.outcome === "crash") return failure.message;
  const { context, contextMark, problem, mark } = failure.complaint;
  if (problem.startsWith("found undefined alias")) return `unknown anchor${showAt(mark)}`;
  const said = libYamlWords(problem, context);
  // libyaml is still at the backslash.
  const at = problem.startsWith("found unknown escape")
    ? { offset: mark.offset, line: mark.line, column: mark.column - 1 }
    : mark;
  if (said.context === undefined) return `${said.problem}${showAt(at)}`;
  const same = contextMark?.line === at.line && contextMark.column === at.column;
  return `${said.problem}${showAt(at)}, ${said.context}${contextMark && !same ? showAt(contextMark) : ""}`;
}

/** Nothing for the start of the text. */
export function showAt({ line, column }: Mark): string {
  return line === 0 && column === 0 ? "" : ` at line ${line + 1} column ${column + 1}`;
}

interface Words {
  readonly problem: string;
  readonly context: string | undefined;
}

/** The start of a problem in PyYAML's words, and the problem in libyaml's. */
const problems: readonly (readonly [py: string, ly: string])[] = [
  ["found character ", "found character that cannot start any token"],
  ["sequence entries are", "block sequence entries are not allowed in this context"],
  ["mapping keys are", "mapping keys are not allowed in this context"],
  ["mapping values are", "mapping values are not allowed in this context"],
  ["expected alphabetic or numeric", "did not find expected alphabetic or numeric character"],
  ["expected ' '", "did not find expected whitespace or line break"],
  ["expected URI escape", "did not find URI escaped octet"],
  ["expected URI", "did not find expected tag URI"],
  ["expected '>'", "did not find the expected '>'"],
  ["expected a comment or a line break", "did not find expected comment or line break"],
  ["expected indentation indicator", "found an indentation indicator equal to 0"],
  ["found unknown escape character", "found unknown escape character"],
  ["expected escape sequence", "did not find expected hexdecimal number"],
  ["found unexpected document separator", "found unexpected document indicator"],
  ["expected the node content", "did not find expected node content"],
  ["found undefined tag handle", "found undefined tag handle"],
  ["expected '<document start>'", "did not find expected <document start>"],
  ["found duplicate YAML directive", "found duplicate %YAML directive"],
  ["found incompatible YAML document", "found incompatible YAML document"],
  ["duplicate tag handle", "found duplicate %TAG directive"],
  ["expected ',' or ']'", "did not find expected ',' or ']'"],
  ["expected ',' or '}'", "did not find expected ',' or '}'"],
];

/** The words of libyaml for a failure that its reader here describes in those of PyYAML. */
export function libYamlWords(problem: string, context: string | undefined): Words {
  if (problem.startsWith("expected <block end>"))
    return {
      problem:
        context === "while parsing a block mapping"
          ? "did not find expected key"
          : "did not find expected '-' indicator",
      context,
    };
  const ly = problems.find(([py]) => problem.startsWith(py))?.[1] ?? problem;
  return { problem: ly, context: translateContext(context) };
}

function translateContext(context: string | undefined): string | undefined {
  return context === "while scanning a double-quoted scalar" ? "while parsing a quoted scalar" : context;
}
