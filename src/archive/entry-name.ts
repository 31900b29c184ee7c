import { ArchiveRefused } from "../model/archive.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { refusedEntry, type CentralRecord } from "./central-directory.ts";
import { utf8Flag } from "./entry-features.ts";
import { nameProblem } from "./names.ts";

/** The entry's path, a directory's without the "/" at its end; refused where it is not the same name for every reader on every system. */
export function readName(record: CentralRecord): string {
  const name = decodeName(record);
  const path = name.length > 1 && name.endsWith("/") ? name.slice(0, -1) : name;
  const problem = nameProblem(path);
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: name, offset: record.at });
  return path;
}

function decodeName(record: CentralRecord): string {
  const isAscii = record.name.every((byte) => byte < 0x80);
  if (isAscii) return record.name.toString("latin1");
  if (!(record.flags & utf8Flag))
    throw refusedEntry(
      "name-no-utf8-flag",
      record,
      "has a name beyond ASCII, and no flag that says it is UTF-8",
    );
  const name = decodeUtf8(record.name);
  if (name === undefined) throw refusedEntry("name-utf8", record, "has a name that is not UTF-8");
  return name;
}
