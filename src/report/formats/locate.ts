import type { Checkout } from "../../model/report.ts";

/**
 * The location of a file, with "/" and without "." and "..": relative to the checkout's root or, if there is none, to
 * the working directory.
 */
export interface Located {
  /**
   * "above": relative to the directory `levels` above that root; "absolute": as the user wrote it; "stdin": on
   * standard input.
   */
  readonly base: "root" | "above" | "absolute" | "stdin";
  readonly levels: number;
  readonly path: string;
}

/** The path of a subject's file, as in the report. */
export function joinPath(subject: string, file: string): string {
  if (file === "" || subject === "-") return subject;
  return subject === "." ? file : `${subject}${subject.endsWith("/") ? "" : "/"}${file}`;
}

export function locate(subject: string, file: string, checkout: Checkout | undefined): Located {
  if (subject === "-") return { base: "stdin", levels: 0, path: file };
  const path = joinPath(subject, file);
  if (/^(?:\/|[a-z]:\/)/i.test(path)) return { base: "absolute", levels: 0, path };
  const { levels, inner } = resolve([...(checkout?.prefix ?? "").split("/"), ...path.split("/")]);
  return { base: levels === 0 ? "root" : "above", levels, path: inner.join("/") };
}

function resolve(segments: readonly string[]): {
  readonly levels: number;
  readonly inner: readonly string[];
} {
  const inner: string[] = [];
  let levels = 0;
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") inner.push(segment);
    else if (inner.pop() === undefined) levels++;
  }
  return { levels, inner };
}

/**
 * A path for a URI: bytes other than letters, digits and "-._~" are percent-encoded (RFC 3986 §2.3). A lone surrogate
 * becomes U+FFFD, as it has no bytes.
 */
export function encodePath(path: string): string {
  return path.split("/").map(encodeSegment).join("/");
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
