import type { Body } from "../../src/model/body.ts";
import { SourceText } from "../../src/core/source-text.ts";
import { parseBody } from "../../src/parse/body/body.ts";

export function bodyOf(text: string): Body {
  return parseBody(new SourceText(text), 0);
}

/** Each reference as "kind target", with "#fragment" where there is one. */
export function referencesIn(text: string): readonly string[] {
  return bodyOf(text).references.map(
    ({ kind, target, fragment }) => `${kind} ${target}${fragment === undefined ? "" : `#${fragment}`}`,
  );
}
