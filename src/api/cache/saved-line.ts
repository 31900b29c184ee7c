import { Buffer } from "node:buffer";
import type { Undecoded } from "../../core/undecoded.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { Asked } from "./noted-context.ts";

/** The third part of a line. */
export type Facts = readonly [content: string, context: Asked | null, digestOfRest?: string];

/** Between the parts of a line: key, stamp, facts, result and its rest, each as JSON, which contains no tabs. */
export const separator = "\t";
const separatorByte = 0x09;

/** A line, and where the result and its rest begin. */
export interface SavedLine {
  readonly line: Buffer;
  readonly resultAt: number;
  readonly restAt: number;
  readonly content: string;
  readonly digest: string | undefined;
}

interface NewLine {
  readonly key: string;
  readonly stamp: string;
  readonly content: string;
  readonly asked: Asked | undefined;
  readonly result: unknown;
  readonly rest: unknown;
}

export function newLine({ key, stamp, content, asked, result, rest }: NewLine): Buffer {
  const more = rest === undefined ? "" : JSON.stringify(rest);
  const digest = more === "" ? undefined : sha256(Buffer.from(more));
  const facts: Facts = digest === undefined ? [content, asked ?? null] : [content, asked ?? null, digest];
  return lineOf(key, stamp, JSON.stringify(facts), JSON.stringify(result), more);
}

export function lineOf(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.join(separator));
}

export function keyOf(line: Buffer): string {
  return line.toString("utf8", 0, line.indexOf(separatorByte));
}

export function parse<Value>(line: Buffer, from: number, to: number): Value {
  return JSON.parse(line.toString("utf8", from, to));
}

/** Where the stamp, the facts, the result and its rest begin. */
export function partsOf(line: Buffer): readonly [number, number, number, number] {
  const stampAt = line.indexOf(separatorByte) + 1;
  const factsAt = line.indexOf(separatorByte, stampAt) + 1;
  const resultAt = line.indexOf(separatorByte, factsAt) + 1;
  return [stampAt, factsAt, resultAt, line.indexOf(separatorByte, resultAt) + 1];
}

export function decode<Saved, Rest>({
  line,
  resultAt,
  restAt,
  digest,
}: SavedLine): { readonly result: Saved; readonly rest?: Undecoded<Rest> } {
  const result = parse<Saved>(line, resultAt, restAt - 1);
  if (digest === undefined) return { result };
  return { result, rest: { digest, decode: () => parse(line, restAt, line.length) } };
}
