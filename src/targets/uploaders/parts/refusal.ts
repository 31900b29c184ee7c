import type { Reason } from "../../../model/validator.ts";
import type { UploadCulprit, UploadRefusal, UploadRefusalKind } from "../../../model/upload.ts";

export interface Refused {
  readonly kind?: UploadRefusalKind;
  /** The uploader's message, if known. */
  readonly words?: string | undefined;
  readonly detail: string;
  readonly culprits?: readonly UploadCulprit[];
  readonly lines?: readonly number[];
  readonly remedy: string;
  readonly source: string;
  readonly reason?: Reason;
}

/** A refusal with the uploader's message if it is known, or else ours. */
export function refusal({
  kind = "refuses",
  words,
  detail,
  culprits = [],
  lines,
  remedy,
  source,
  reason,
}: Refused): UploadRefusal {
  return {
    kind,
    message: words ?? detail,
    own: words !== undefined,
    detail,
    culprits,
    ...(lines && { lines }),
    remedy,
    source,
    ...(reason && { reason }),
  };
}
