import type { JsonNode } from "../core/json.ts";
import type { TextFile } from "../core/text-file.ts";
import type { PackageSighting } from "./packages.ts";
import type { Region } from "./regions.ts";

/** What a file lists for a package manager: requirements.txt, package.json, and the header of a Python script. */
export function declaredIn(region: Region): Iterable<PackageSighting> {
  const { file, language, role } = region;
  if (language === "python" && role === "script") return inScriptHeader(region);
  if (role !== "data") return [];
  if (/(?:^|\/)package\.json$/.test(file.path)) return inPackageJson(file);
  return /(?:^|\/)requirements[\w.-]*\.txt$/.test(file.path) ? inRequirements(region) : [];
}

const requirement = /^[ \t]{0,20}([A-Za-z0-9][\w.-]{0,99}(?:\[[\w,. -]{0,99}\])?[ \t]{0,4}(?:[=<>!~]=?=?[ \t]{0,4}[\w.*+!,<>=~ -]{1,80})?)/;

function* inRequirements({ file, text, start, end }: Region): Generator<PackageSighting> {
  for (const match of text.slice(start, end).matchAll(/^[^\r\n#;]{1,200}/gm)) {
    const [lead, name] = requirement.exec(match[0]) ?? [];
    if (lead !== undefined && name !== undefined) yield python(file, name.trim(), start + match.index + lead.length - name.length);
  }
}

/** https://packaging.python.org/en/latest/specifications/inline-script-metadata/ */
const header = /^# \/\/\/ script[ \t]*\r?\n((?:#[^\n]*\n){1,200}?)# \/\/\/[ \t]*\r?$/m;

function* inScriptHeader({ file, text }: Region): Generator<PackageSighting> {
  const match = text.includes("# /// script") ? header.exec(text) : null;
  const [whole = "", block = ""] = match ?? [];
  const list = /dependencies[ \t]{0,8}=[ \t]{0,8}\[([^\]]{0,10000})/.exec(block);
  if (!match || !list) return;
  const at = match.index + whole.indexOf(block) + list.index + list[0].length - list[1]!.length;
  for (const item of list[1]!.matchAll(/["']([^"'\n]{1,200})["']/g)) yield python(file, item[1]!, at + item.index + 1);
}

function python(file: TextFile, name: string, start: number): PackageSighting {
  return { registry: "PyPI", name, kind: "declared", file, start, end: start + name.length };
}

function* inPackageJson(file: TextFile): Generator<PackageSighting> {
  const { root } = file.json;
  for (const key of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]) {
    for (const { key: name, keyRange, value } of membersOf(member(root, key))) {
      const version = value.kind === "string" ? `@${value.value}` : "";
      yield { registry: "npm", name: `${name}${version}`, kind: "declared", file, start: keyRange.start.offset, end: keyRange.end.offset };
    }
  }
}

function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return membersOf(node).find((each) => each.key === key)?.value;
}

function membersOf(node: JsonNode | undefined) {
  return node?.kind === "object" ? node.members : [];
}
