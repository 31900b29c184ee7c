import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

/** A regular expression of the program. */
export interface WrittenPattern {
  /** Where it is written or made, below src. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const root = new URL("../../src/", import.meta.url);

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted();

interface Read {
  readonly literals: readonly WrittenPattern[];
  /** Files in which a function makes a pattern, which importing the file may not show. */
  readonly makers: readonly string[];
}

/** Every literal of src, and the files that make patterns when they are called. */
export function readPatterns(): Read {
  const literals: WrittenPattern[] = [];
  const makers = new Set<string>();
  for (const file of files) {
    const text = readFileSync(new URL(file, root), "utf8");
    visit(parseAst(text, { lang: "ts", sourceType: "module" }), false, (node, inFunction) => {
      if (node.regex) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      if (inFunction && /^(?:New|Call)Expression$/.test(node.type ?? "") && node.callee?.name === "RegExp")
        makers.add(file);
    });
  }
  return { literals, makers: [...makers] };
}

interface Node {
  readonly type?: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function visit(node: unknown, inFunction: boolean, see: (node: Node, inFunction: boolean) => void): void {
  if (typeof node !== "object" || node === null) return;
  const { type = "" } = node as Node;
  see(node, inFunction);
  const inside = inFunction || /^(?:Arrow)?Function/.test(type);
  for (const child of Object.values(node)) visit(child, inside, see);
}

/** Every pattern that a constructor makes while the files of src are loaded. */
export async function loadPatterns(): Promise<readonly WrittenPattern[]> {
  const made: WrittenPattern[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const pattern = new target(source, flags);
      const file = callerIn(new Error("made here").stack ?? "");
      if (file !== undefined) made.push({ file, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    // The programs' first lines would run them.
    for (const file of files.filter((each) => !each.startsWith("bin/")))
      await import(fileURLToPath(new URL(file, root)));
  } finally {
    globalThis.RegExp = Native;
  }
  return made;
}

/** The file of src that called first; undefined where a package made the pattern. */
function callerIn(stack: string): string | undefined {
  const frames = stack.split("\n").filter((frame) => !/patterns\.ts|\/core\/unicode-pattern\.ts/.test(frame));
  return /^(?!.*node_modules).*\/src\/([^:?)]+)/.exec(frames[1] ?? "")?.[1];
}
