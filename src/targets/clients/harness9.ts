import { trimRust } from "../reading/rust.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { lineFields, withoutQuotes } from "../reading/line-fields.ts";

/** harness9: a line reader; CRLF, or no line end after the closing dashes, and the skill is dropped. */
export const harness9: Client = {
  id: "harness9",
  title: "harness9",
  reach: "niche",
  order: 200,
  versions: [
    {
      version: "6817aae1",
      versions: "*",
      evidence: "executed",
      sources: ["ZhangShenao/harness9 internal/skills/loader.go@6817aae1"],
      checked: "2026-11-22",
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const text = decodeUtf8Loosely(bytes);
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 4) : -1;
  const frontmatter = end === -1 ? "" : text.slice(4, end);
  const fields = lineFields(frontmatter, { trim: trimRust, value: withoutQuotes });
  const [name, description] = [fields.get("name"), fields.get("description")];
  if (!name || !description)
    return {
      loads: false,
      reason: end === -1 ? "frontmatter is missing" : `${name ? "description" : "name"} is missing`,
      said: `跳过 ${directory}: frontmatter 缺少 name 或 description`,
    };
  return { loads: true, name, description, body: text.slice(end + 5).replace(/^\n/, "") };
}
