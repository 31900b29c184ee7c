import type { ScriptDependency, ScriptMetadata } from "../../model/script.ts";
import type { SourceText } from "../../core/source-text.ts";
import { nextLine } from "../../core/lines.ts";
import { readToml } from "../syntax/toml.ts";

const opening = /^# \/\/\/ script[ \t]*$/gm;

/**
 * Inline metadata of a Python script:
 * https://packaging.python.org/en/latest/specifications/inline-script-metadata
 */
export function readScriptMetadata(source: SourceText): readonly ScriptMetadata[] {
  const blocks: ScriptMetadata[] = [];
  let end = 0;
  for (const { 0: line, index } of source.text.matchAll(opening)) {
    if (index < end) continue;
    const block = readBlock(source, index, index + line.trimEnd().length);
    blocks.push(block.metadata);
    end = block.end;
  }
  return blocks;
}

/**
 * Reads a block. It continues as long as comment lines follow; if several of them could close it, the last one does.
 */
function readBlock(
  source: SourceText,
  start: number,
  lineEnd: number,
): { readonly metadata: ScriptMetadata; readonly end: number } {
  const { text } = source;
  const fence = source.range(start, lineEnd);
  const content = nextLine(text, lineEnd);
  let closing: number | undefined;
  let end = content;
  for (let at = content; at < text.length; at = nextLine(text, end)) {
    const line = /^#(?: [^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(at, at + 4096))?.[0];
    if (line === undefined) break;
    end = at + line.length;
    if (line === "# ///") closing = at;
    if (nextLine(text, end) <= at) break;
  }
  if (closing === undefined)
    return { metadata: { range: fence, fence, closed: false, dependencies: [] }, end };
  return {
    metadata: {
      range: source.range(start, closing + 5),
      fence,
      closed: true,
      ...readContent(source, content, closing),
    },
    end: closing,
  };
}

function readContent(
  source: SourceText,
  start: number,
  end: number,
): Pick<ScriptMetadata, "problem" | "dependencies"> {
  const written = source.text.slice(start, end);
  const read = readToml(written.replace(/^# ?/gm, ""));
  if (!("fault" in read))
    return { dependencies: dependenciesIn(read.value["dependencies"], source, start, end) };
  const { message, line, column } = read.fault;
  const number = source.positionAt(start).line + line - 1;
  const lead = /^# ?/.exec(source.line(number))?.[0].length ?? 0;
  const at = Math.min(source.lineStart(number) + lead + column - 1, end);
  return {
    dependencies: [],
    problem: {
      message,
      range: source.range(
        at,
        Math.max(at, Math.min(end, source.lineStart(number) + source.line(number).length)),
      ),
    },
  };
}

/**
 * The dependencies with their ranges. Each is quoted somewhere in the block; if an escape hides it, the whole block
 * is its range.
 */
function dependenciesIn(
  value: unknown,
  source: SourceText,
  start: number,
  end: number,
): readonly ScriptDependency[] {
  const written = source.text.slice(start, end);
  let from = 0;
  return (Array.isArray(value) ? value : []).flatMap((text: unknown) => {
    if (typeof text !== "string" || text === "") return [];
    const at = written.indexOf(text, from);
    if (at < 0) return [{ text, range: source.range(start, end) }];
    from = at + text.length;
    return [{ text, range: source.range(start + at, start + from) }];
  });
}
