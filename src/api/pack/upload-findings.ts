import { help } from "../../model/address.ts";
import type { Objection } from "../../lint/objection.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type {
  UploadCulprit,
  Uploader,
  UploadInput,
  UploadRefusal,
  UploadRefusalKind,
} from "../../model/upload.ts";

/** The severity of each kind for a user who chose the uploader. */
const severities = {
  refuses: "error",
  "may-refuse": "warning",
  drops: "warning",
  advises: "info",
} as const satisfies Record<UploadRefusalKind, Severity>;

const verbs = {
  refuses: "refuses it",
  "may-refuse": "may refuse it",
  drops: "drops them",
  advises: "advises against it",
} as const satisfies Record<UploadRefusalKind, string>;

/**
 * The objections of an uploader to an archive, as findings of the report; the files concerned are related locations.
 */
export function uploadFindings({ id, refuse }: Uploader, input: UploadInput): readonly Diagnostic[] {
  return refuse(input).map((refusal) => {
    const ruleId = `upload-${id}`;
    return {
      ruleId,
      category: "portability",
      origin: `client:${id}`,
      severity: severities[refusal.kind],
      message: describeRefusal(id, refusal),
      file: "",
      refusedBy: [],
      related: refusal.culprits.map(describeCulprit),
      fixes: [],
      ...help(ruleId),
    };
  });
}

/** What an uploader objects to in an archive, to be merged with the findings of the rules. */
export function uploadObjections({ id, refuse }: Uploader, input: UploadInput): readonly Objection[] {
  return refuse(input).map((refusal) => ({
    ruleId: `upload-${id}`,
    origin: `client:${id}`,
    by: [id],
    message: describeRefusal(id, refusal),
    related: refusal.culprits.map(describeCulprit),
    ...(refusal.kind !== "refuses" && { remark: severities[refusal.kind] }),
    ...(refusal.lines && { lines: refusal.lines }),
    ...(refusal.reason && { reasons: [refusal.reason] }),
  }));
}

/** The objection in one sentence. */
function describeRefusal(id: Uploader["id"], { kind, message, own, detail, remedy }: UploadRefusal): string {
  const words = own ? ` with ${quote(message)}` : "";
  return `${detail}: ${id} ${verbs[kind]}${words}; ${remedy.charAt(0).toLowerCase()}${remedy.slice(1).replace(/\.$/, "")}`;
}

function describeCulprit({ path, size, files }: UploadCulprit): Diagnostic["related"][number] {
  const facts = [
    ...(files === undefined ? [] : [count(files, "file")]),
    ...(size === undefined ? [] : [`${grouped(size)} bytes`]),
  ];
  return { file: path, ...(facts.length > 0 && { message: facts.join(", ") }) };
}
