import { type Document, isScalar, type Pair, parseAllDocuments, visit, type YAMLMap } from "yaml";
import { onceForRecent } from "../../../core/once.ts";
import { readAgreedJs } from "../agreed.ts";
import { readYamlWithin, type ValueReader } from "../value-reader.ts";

/**
 * `Bun.YAML.parse` of Bun 1.4, as npm's yaml reads, except where the two are known to differ. Of duplicate keys the
 * last one counts; several documents become a list.
 */
export const readBunYaml: ValueReader = onceForRecent((text) =>
  text.includes("<<") && text.split(/<<["']?[ \t]*:/).length > maxMerges + 1
    ? { outcome: "unknown", reason: `frontmatter has more than ${maxMerges} merge keys` }
    : readYamlWithin(text, (each) => readAgreedJs(each) ?? parseAsBun(each)),
);

/** Each merge copies all keys of its maps. */
const maxMerges = 20;

function parseAsBun(text: string): unknown {
  if (text.includes("\0")) throw new Error("YAML Parse error: Unexpected character");
  // A lone CR ends a line.
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const documents = parseAllDocuments(lines, {
    logLevel: "silent",
    merge: true,
    prettyErrors: false,
    resolveKnownTags: false,
    uniqueKeys: false,
  });
  if ("empty" in documents) return null;
  const values = documents.map((document) => valueOf(document, lines));
  return values.length === 1 ? values[0] : values;
}

function valueOf(document: Document.Parsed, text: string): unknown {
  if (document.errors.some(({ code, pos }) => code !== "BAD_SCALAR_START" || text[pos[0]] !== ","))
    throw new Error("YAML Parse error: Unexpected token");
  visit(document, {
    Pair: (_, pair, path) => refuseKeyAfterFlow(pair, path.at(-1) as YAMLMap, text),
    Scalar: (_, { value }) => {
      if (typeof value === "string" && /\p{Surrogate}/u.test(value))
        throw new Error("YAML Parse error: Unexpected character");
    },
  });
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch (error) {
    // What cannot be merged stays a value of the key "<<".
    if (!(error instanceof Error && error.message.startsWith("Merge sources"))) throw error;
    const plain = parseAllDocuments(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
    return plain[0]?.toJS({ maxAliasCount: -1 });
  }
}

/** In `a: [b]: c` npm's yaml reads an empty key before the second colon. */
function refuseKeyAfterFlow({ key }: Pair, map: YAMLMap, text: string): void {
  if (map.flow || !isScalar(key) || key.value !== null || !key.range) return;
  let at = key.range[0] - 1;
  while (text[at] === " " || text[at] === "\t") at--;
  if (text[at] === "]" || text[at] === "}") throw new Error("YAML Parse error: Unexpected token");
}
