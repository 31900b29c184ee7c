import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface CaseFile {
  readonly path?: string;
  /** In place of `path` where that is not UTF-8. */
  readonly pathBase64?: string;
  readonly text?: string;
  readonly base64?: string;
  readonly symlink?: string;
  readonly directory?: boolean;
  /** In octal, as "0o755". */
  readonly mode?: string;
  /** A kind of file that is neither file, directory nor link. */
  readonly special?: string;
  readonly unreadable?: boolean;
}

export interface ConformanceCase {
  readonly id: string;
  /** The skill's directory, inside the case's root. */
  readonly skill: string;
  readonly files: readonly CaseFile[];
  readonly reference: {
    readonly skillMd?: string | null;
    /** Null where the reference crashed or ran out of time. */
    readonly validate: readonly string[] | null;
    readonly validateCrash?: RecordedCrash;
    readonly readProperties: unknown;
    readonly body_sha256: string | null;
    readonly toPrompt?: string | { readonly error: string } | { readonly crash: RecordedCrash };
    readonly timeout?: readonly string[];
  };
  readonly quickValidate:
    | { readonly valid: boolean; readonly message: string }
    | { readonly crash: RecordedCrash };
}

interface RecordedCrash {
  readonly type: string;
  readonly message: string;
}

/** One JSON value a line. */
export function readLines<Line>(file: string | URL): readonly Line[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}

/** Puts the files into a new directory, for the caller to remove; its path is free of links. */
export function placeFiles(files: readonly CaseFile[]): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-case-")));
  for (const file of files) write(root, file);
  return root;
}

function write(root: string, file: CaseFile): void {
  const name =
    file.pathBase64 === undefined ? Buffer.from(file.path!) : Buffer.from(file.pathBase64, "base64");
  const at = Buffer.concat([Buffer.from(`${root}/`), name]);
  mkdirSync(at.subarray(0, at.lastIndexOf("/")), { recursive: true });
  if (file.directory) mkdirSync(at, { recursive: true });
  else if (file.symlink !== undefined) symlinkSync(file.symlink, at);
  else if (file.special !== undefined) execFileSync("mkfifo", [at.toString()]);
  else writeFileSync(at, file.base64 === undefined ? (file.text ?? "") : Buffer.from(file.base64, "base64"));
  if (file.mode !== undefined) chmodSync(at, Number(file.mode));
  if (file.unreadable) chmodSync(at, 0);
}
