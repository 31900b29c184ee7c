import { type StoredText, storedText, TextStore } from "../core/text-store.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import { copySubject } from "./copy-subject.ts";
import { packFindings, unpackFindings } from "./pack-findings.ts";

/** The number of skills whose findings a run holds as they are, as packing takes some time. */
const fewEnough = 2_000;

/**
 * Holds the subjects of a run until its end. After the first few, findings are packed: as objects, those of 50,000
 * skills took half of the memory of a run.
 */
export class SubjectHolder {
  readonly #store = new TextStore();
  #left: number;

  /** `few` is the number of skills whose findings are not packed. */
  constructor(few = fewEnough) {
    this.#left = few;
  }

  hold(subject: Subject, copy = copySubject): Subject {
    if (this.#left === 0) return this.#pack(subject);
    this.#left--;
    return copy(subject);
  }

  /** Holds a subject that has other findings than before. */
  holdAgain(subject: Subject): Subject {
    return this.#left === 0 ? this.#pack(subject) : subject;
  }

  #pack(subject: Subject): Subject {
    const rest = copySubject({ ...subject, findings: [] });
    const { findings } = subject;
    return findings.length === 0 ? rest : new PackedSubject(rest, this.#store.add(packFindings(findings)));
  }
}

/**
 * A subject whose findings are unpacked when they are read. To all readers it is plain data, so the findings are a
 * property of the object itself.
 */
class PackedSubject implements Subject {
  // Declared only, so that the properties are created in the order of the JSON.
  declare readonly kind: Subject["kind"];
  declare readonly path: string;
  declare readonly name?: string;
  declare readonly verdicts: Subject["verdicts"];
  declare readonly loads?: NonNullable<Subject["loads"]>;
  declare readonly findings: readonly Diagnostic[];
  declare readonly partial: Subject["partial"];
  readonly #block: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor({ kind, path, name, verdicts, loads, partial }: Subject, { block, start, end }: StoredText) {
    this.kind = kind;
    this.path = path;
    if (name !== undefined) this.name = name;
    this.verdicts = verdicts;
    if (loads) this.loads = loads;
    Object.defineProperty(this, "findings", unpacked);
    this.partial = partial;
    this.#block = block;
    this.#start = start;
    this.#end = end;
  }

  unpack(): readonly Diagnostic[] {
    return unpackFindings(storedText({ block: this.#block, start: this.#start, end: this.#end }));
  }
}

/** Readers read a subject's findings several times before those of the next one. */
let last: { readonly subject: PackedSubject; readonly findings: readonly Diagnostic[] } | undefined;

/** One object for all subjects, so that they have one shape. */
const unpacked = {
  enumerable: true,
  get: function (this: PackedSubject): readonly Diagnostic[] {
    if (last?.subject !== this) last = { subject: this, findings: this.unpack() };
    return last.findings;
  },
};
