import { quote } from "../core/show.ts";
import { complaint, type Complaint } from "./result.ts";

/** What the reference would say in a traceback, said for the author of the skill. `type` and `message` are the Python exception's. */
export function describeCrash(type: string, message: string): Complaint {
  if (type === "UnicodeDecodeError") return complaint(`SKILL.md is not UTF-8: ${message}`, "encoding");
  if (message.includes("ReaderError"))
    return complaint(
      "the frontmatter has a character that YAML does not allow, such as a control character",
      "control-character",
    );
  if (type === "RecursionError")
    return complaint("the frontmatter nests deeper than the reference can follow", "crash");
  return complaint(`the frontmatter makes the reference crash with ${quote(`${type}: ${message}`)}`, "crash");
}
