// Opens archives with the program's own reader.
import { importSource } from "./source.js";

/** @type {typeof import("../src/archive/open-archive.ts")} */
const { openArchive } = await importSource("src/archive/open-archive.ts");

/**
 * The contents of an archive, or why it is refused; "uncaught" if anything else is thrown.
 * @param {Uint8Array} bytes
 */
export async function tryArchive(bytes) {
  try {
    return { code: "accepted", contents: await openArchive(bytes) };
  } catch (thrown) {
    return thrown instanceof Error && thrown.name === "ArchiveRefused" && "code" in thrown
      ? { code: String(thrown.code), message: thrown.message }
      : { code: "uncaught", message: String(thrown) };
  }
}
