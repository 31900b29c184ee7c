import { onceForRecent } from "../../../core/once.ts";
import type { SimpleNode, SimplePair } from "../../simple.ts";
import { haveTextKeys, readAgreedPairs } from "../agreed.ts";
import { type MappingNode, mapTag, type Node, seqTag, strTag } from "../libyaml/nodes.ts";
import { beginSecond, composeFirst, openParser } from "../libyaml/composer.ts";
import { attempt } from "../libyaml/failure.ts";
import { libYamlFlavour } from "../libyaml/flavour.ts";
import { type BadCharacter, openText } from "../libyaml/scanner.ts";
import { TextMark } from "../libyaml/text-mark.ts";
import { describeFailure } from "./complaint.ts";

/**
 * The events that serde_yaml 0.9.34 reads from a text with libyaml, as a tree. It reads all before it looks at any:
 * a wrong type among the nodes is reported before a later error of the text.
 */
export interface SerdeDocument {
  /** Absent if the text has no document, or an error before it. Not complete if there is an `error`. */
  readonly root?: Node | undefined;
  /** An error of the text in or after the document. */
  readonly error?: string;
  /** There are no aliases, tags or keys that are equal or of another type than text, and collections are not deep. */
  readonly agreed?: true;
}

/** The tag of plain scalars without a tag, whose type depends on what is asked for. */
export const untagged = "";

export const severalDocuments = "deserializing from YAML containing more than one document is not supported";

export const readDocument = onceForRecent(
  (text): SerdeDocument => readAgreedDocument(text) ?? readWithLibYaml(text),
);

function readWithLibYaml(text: string): SerdeDocument {
  const scanner = openText(text, libYamlFlavour);
  if ("code" in scanner) return { error: describeBadCharacter(text, scanner) };
  const parser = openParser(scanner, () => untagged);
  const failure = attempt(() => void composeFirst(parser));
  if (failure) return { root: parser.root, error: describeFailure(failure) };
  // Whatever follows, an error too, counts as a second document. serde_yaml src/de.rs Deserializer::de
  const more = attempt(() => beginSecond(parser));
  return more === undefined || parser.root === undefined
    ? { root: parser.root }
    : {
        root: parser.root,
        error: severalDocuments,
      };
}

/** libyaml counts bytes, from 0, and says nothing of the first. */
function describeBadCharacter(text: string, { position }: BadCharacter): string {
  const before = Array.from(text).slice(0, position).join("");
  const bytes = new TextEncoder().encode(before).length;
  return `control characters are not allowed${bytes === 0 ? "" : ` at position ${bytes}`}`;
}

/** The tree of a text that all readers of YAML read in the same way. */
function readAgreedDocument(text: string): SerdeDocument | undefined {
  const pairs = readAgreedPairs(text);
  const first = pairs?.[0];
  if (!first || !haveTextKeys(pairs)) return undefined;
  return { root: mappingOf(text, pairs, { start: first.key.start, end: text.length }), agreed: true };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function mappingOf(text: string, pairs: readonly SimplePair[], span: Span): MappingNode {
  return {
    kind: "mapping",
    tag: mapTag,
    pairs: pairs.map(({ key, value }) => [nodeOf(text, key), nodeOf(text, value)]),
    ...marksOf(text, span),
  };
}

function nodeOf(text: string, node: SimpleNode): Node {
  if (node.kind === "map") return mappingOf(text, node.pairs, node);
  const marks = marksOf(text, node);
  if (node.kind === "list")
    return { kind: "sequence", tag: seqTag, items: node.items.map((item) => nodeOf(text, item)), ...marks };
  const isPlain = node.style === "plain" || node.style === "empty";
  return { kind: "scalar", tag: isPlain ? untagged : strTag, value: node.value, ...marks };
}

function marksOf(text: string, { start, end }: Span): Pick<Node, "start" | "end" | "comment"> {
  return { start: new TextMark(text, start), end: new TextMark(text, end), comment: undefined };
}
