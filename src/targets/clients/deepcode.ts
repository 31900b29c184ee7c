import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { readMatter } from "../reading/gray-matter.ts";
import { fieldsOf, unknownLoad } from "../reading/outcomes.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".deepcode/skills", ".agents/skills"],
  user: ["~/.deepcode/skills", "~/.agents/skills"],
  above: "cwd",
  duplicates: [
    [".deepcode/skills", ".agents/skills"],
    ["~/.deepcode/skills", "~/.agents/skills"],
  ],
};

/** Deep Code: keeps a skill that it cannot read under the name of its directory, without a description. */
export const deepcode: Client = {
  id: "deepcode",
  title: "Deep Code",
  reach: "niche",
  order: 260,
  versions: [
    {
      version: "038b3ed6",
      versions: "*",
      evidence: "executed",
      sources: ["lessweb/deepcode-cli packages/core/src/session.ts@038b3ed6"],
      checked: "2026-08-19",
      roots,
      load,
    },
  ],
};

function load({ directory, bytes }: LoadInput): LoadResult {
  const otherName = directory.replaceAll("_", "-");
  const matter = readMatter(decodeUtf8Loosely(bytes));
  if (matter.outcome === "javascript") return unknownLoad("frontmatter is JavaScript, which is not run here");
  if (matter.outcome === "unknown") return unknownLoad(matter.reason);
  if (matter.outcome === "error")
    return { loads: true, name: otherName, description: "", fallback: true, metadataLost: true };
  const { name, description, metadata } = fieldsOf(matter.data);
  const isImplicit = !isObject(metadata) || metadata["allow-implicit-invocation"] !== false;
  return {
    loads: true,
    name: (typeof name === "string" && name.trim()) || otherName,
    description: typeof description === "string" ? description.trim() : "",
    ...(!isImplicit && { hidden: true }),
  };
}
