import type { SkillSource } from "../../src/model/source.ts";

/**
 * The same skill; each byte that is asked of it is written down as "skill/file [from, to)", and each listing as
 * "skill/".
 */
export function countReads(source: SkillSource, log: string[]): SkillSource {
  const note = (file: string, bytes: Uint8Array): Uint8Array => {
    log.push(`${source.name}/${file} [0, ${bytes.length})`);
    return bytes;
  };
  return {
    ...source,
    list: (noteStamp) => {
      log.push(`${source.name}/`);
      return source.list(noteStamp);
    },
    read: (file) => note(file, source.read(file)),
    readHead: (file, limit) => note(file, source.readHead(file, limit)),
  };
}
