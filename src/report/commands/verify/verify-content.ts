import type { CheckedArchive, CheckedContent, OpenedArchive } from "../../../model/reports/verify.ts";
import { signatureName } from "../../../model/manifest.ts";
import { count, grouped } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { TextStyle } from "../../formats/text-finding.ts";
import { drawRow, type VerifiedView } from "./verify-findings.ts";
import { clean } from "../../drawing/width.ts";

/** A short status. `good` is absent if the status is neither good nor bad. */
export function statusOf({ subject, checked: { opened } }: VerifiedView): {
  readonly text: string;
  readonly good?: boolean;
} {
  if (!opened) return { text: "refused", good: false };
  if (subject.findings.some(({ ruleId }) => ruleId === "archive-digest"))
    return { text: "digest differs from the expected one", good: false };
  if (opened.manifest === "differs") return { text: "differs from its manifest", good: false };
  if (opened.manifest === "consistent") return { text: describeConsistent(opened), good: true };
  return { text: opened.asExpected.length > 0 ? "has the expected digest" : "has no manifest" };
}

/** Renders the rows for the archive, its skill and its manifest. */
export function drawContent(
  checked: VerifiedView["checked"],
  style: Pick<TextStyle, "paint" | "width">,
): readonly string[] {
  const { opened } = checked;
  if (!opened) return [];
  const rows: readonly (readonly [string, string])[] = [
    ...("archiveDigest" in checked && "format" in opened
      ? archiveRows(checked, opened, style.paint.command)
      : []),
    ["skill", describeSkill(opened)],
    ["", describeDigest(opened.contentDigest, opened)],
    ["manifest", describeManifest(opened)],
    ...opened.notes.map(({ message }) => ["note", clean(message)] as const),
  ];
  return rows.flatMap((row) => drawRow(row, style));
}

function archiveRows(
  { archiveDigest = "", archiveBytes = 0 }: CheckedArchive,
  opened: OpenedArchive,
  command: string,
): readonly (readonly [string, string])[] {
  const made = `${opened.profile === "own" ? "" : "not "}in the form that ${command} pack writes`;
  return [
    ["archive", `${opened.format} of ${count(archiveBytes, "byte")}, ${made}`],
    ["", describeDigest(archiveDigest, opened)],
  ];
}

function describeSkill(opened: CheckedContent | OpenedArchive): string {
  const { files, bytes, executables } = opened;
  const runnable = executables > 0 ? `, ${grouped(executables)} executable` : "";
  return `${count(files, "file")} (${count(bytes, "byte")})${"layout" in opened ? describePlace(opened) : ""}${runnable}`;
}

function describePlace({ directory }: OpenedArchive): string {
  return directory === undefined ? " at the archive's root" : ` in ${clean(quote(directory))}`;
}

function describeDigest(digest: string, { asExpected }: CheckedContent): string {
  return asExpected.includes(digest) ? `${digest} as expected` : digest;
}

function describeConsistent({ signature }: CheckedContent): string {
  return signature ? "matches its manifest (signature not checked)" : "matches its manifest (unsigned)";
}

function describeManifest(opened: CheckedContent): string {
  const { manifest, differences, asExpected, signature } = opened;
  if (manifest === "differs")
    return differences.length > 0 ? `differs in ${count(differences.length, "file")}` : "differs";
  if (manifest === "none") return asExpected.length > 0 ? "none" : "none, so the content cannot be checked";
  return signature
    ? `files match the manifest; ${signatureName} was not checked`
    : "files match the manifest; unsigned, so this says nothing about who made it";
}
