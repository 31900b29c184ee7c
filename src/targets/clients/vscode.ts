import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { ValueReader } from "../../yaml/theirs/value-reader.ts";
import { readOldVscodeYaml } from "../../yaml/theirs/vscode/old-yaml.ts";
import { readVscodeYaml } from "../../yaml/theirs/vscode/yaml.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { stripTags } from "../reading/catalog-text.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".agents/skills", ".github/skills", ".claude/skills"],
  user: ["~/.agents/skills", "~/.copilot/skills", "~/.claude/skills"],
  above: "cwd",
  duplicates: [
    [".agents/skills"],
    [".github/skills"],
    [".claude/skills"],
    ["~/.agents/skills"],
    ["~/.copilot/skills"],
    ["~/.claude/skills"],
  ],
  notes: ["chat.agentSkillsLocations adds directories"],
};

/** GitHub Copilot in VS Code: a YAML reader of its own that accepts every text; skills are listed by directory name. */
export const vscode: Client = {
  id: "vscode",
  title: "VS Code",
  reach: "common",
  order: 40,
  versions: [
    {
      version: "1.138.0",
      versions: ">=1.138.0",
      evidence: "executed",
      sources: [
        "npm @codingame/monaco-vscode-api 37.6.1 vscode/src/vs/workbench/contrib/chat/common/promptSyntax/promptFileParser.js",
        "npm @codingame/monaco-vscode-api 37.6.1 vscode/src/vs/workbench/contrib/chat/common/promptSyntax/service/promptsServiceImpl.js",
        "npm @codingame/monaco-vscode-api 37.6.1 vscode/src/vs/base/common/yaml.js",
      ],
      checked: "2026-10-15",
      roots,
      load: (input) => load(input, { readYaml: readVscodeYaml, isTrue: (value) => value === "true" }),
    },
    {
      version: "31acd00a",
      versions: "*",
      evidence: "executed",
      sources: [
        "microsoft/vscode-copilot-chat src/util/vs/base/common/yaml.ts@31acd00a",
        "microsoft/vscode-copilot-chat src/util/vs/workbench/contrib/chat/common/promptSyntax/promptFileParser.ts@31acd00a",
      ],
      checked: "2026-03-29",
      load: (input) => load(input, { readYaml: readOldVscodeYaml, isTrue: (value) => value === true }),
    },
  ],
};

/** What differs between versions. */
interface Settings {
  readonly readYaml: ValueReader;
  readonly isTrue: (value: unknown) => boolean;
}

function load({ directory, bytes }: LoadInput, { readYaml, isTrue }: Settings): LoadResult {
  const { header, body } = splitAtDashLines(decodeUtf8Loosely(bytes));
  const read = header === undefined ? undefined : readYaml(header);
  if (read?.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  if (read?.outcome === "error")
    return { loads: false, reason: "an escape in the frontmatter is not a character", said: read.message };
  const fields: Readonly<Record<string, unknown>> = Array.isArray(read?.value) ? {} : Object(read?.value);
  const { description } = fields;
  const shown = typeof description === "string" ? stripTags(description).slice(0, 1024) : "";
  return {
    loads: true,
    name: directory,
    ...(shown !== "" && { description: shown }),
    body,
    ...(isTrue(fields["disable-model-invocation"]) && { hidden: true }),
    ...(header === undefined && { fallback: true, metadataLost: true }),
  };
}

/** Both fences are lines of dashes alone; a header that does not end is the whole file. */
function splitAtDashLines(text: string): { readonly header: string | undefined; readonly body: string } {
  const opening = /^---[^\S\r\n]*(?:\r\n|\r|\n|$)/.exec(text)?.[0].length;
  if (opening === undefined) return { header: undefined, body: text };
  const rest = text.slice(opening);
  const closing = /(?<![^\r\n])---[^\S\r\n]*(?:\r\n|\r|\n|$)/.exec(rest);
  if (!closing) return { header: rest, body: "" };
  return { header: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}
