import { beginSecond, composeFirst, openParser } from "../yaml/composer.ts";
import { attempt } from "../yaml/failure.ts";
import { libYamlFlavour } from "../yaml/flavour.ts";
import type { Node } from "../yaml/nodes.ts";
import { type BadCharacter, openText } from "../yaml/scanner.ts";
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
}

/** The tag of plain scalars without a tag, whose type depends on what is asked for. */
export const untagged = "";

export function readDocument(text: string): SerdeDocument {
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
        error: "deserializing from YAML containing more than one document is not supported",
      };
}

/** libyaml counts bytes, from 0, and says nothing of the first. */
function describeBadCharacter(text: string, { position }: BadCharacter): string {
  const before = Array.from(text).slice(0, position).join("");
  const bytes = new TextEncoder().encode(before).length;
  return `control characters are not allowed${bytes === 0 ? "" : ` at position ${bytes}`}`;
}
