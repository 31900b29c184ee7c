import { Buffer } from "node:buffer";
import { sha256 } from "../../manifest/digest.ts";

/** 64 bits: enough to distinguish the texts of one skill. */
export function hashText(text: string): string {
  return sha256(Buffer.from(text)).slice(0, 16);
}
