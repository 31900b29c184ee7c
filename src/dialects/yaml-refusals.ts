import { fail } from "./yaml-failure.ts";
import type { Scanner } from "./yaml-scanner.ts";
import type { Token } from "./yaml-tokens.ts";

/** strictyaml/parser.py check_token: what is YAML but not StrictYAML. A tag alone has its end for context and its start for the problem. */
export function refuse(scanner: Scanner, { kind, start, end }: Token): never {
  const context = "While scanning";
  if (kind === "<tag>") {
    fail(scanner, {
      kind: "tag",
      context,
      contextMark: end,
      problem: "Found disallowed tag tokens (do not specify types in markup)",
      mark: start,
    });
  }
  if (kind === "[" || kind === "{") {
    fail(scanner, {
      kind: "flow",
      context,
      contextMark: start,
      problem: `Found ugly disallowed JSONesque flow mapping ${advice}`,
      mark: end,
    });
  }
  fail(scanner, {
    kind: "anchor",
    context,
    contextMark: start,
    problem: `Found confusing disallowed anchor token ${advice}`,
    mark: end,
  });
}

const advice = "(surround with ' and ' to make text appear literally)";
