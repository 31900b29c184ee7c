import { memberOf } from "../core/json.ts";
import type { Script } from "../model/script.ts";
import type { TextFile } from "../model/text-file.ts";
import type { PackageSighting } from "./packages.ts";
import type { Region } from "./regions.ts";

/** What a file lists for a package manager: requirements.txt and package.json. */
export function declaredIn(region: Region): Iterable<PackageSighting> {
  const { file, role } = region;
  if (role !== "data") return [];
  if (/(?:^|\/)package\.json$/.test(file.path)) return inPackageJson(file);
  return /(?:^|\/)requirements[\w.-]*\.txt$/.test(file.path) ? inRequirements(region) : [];
}

const requirement =
  /^[ \t]{0,20}([A-Za-z0-9][\w.-]{0,99}(?:\[[\w,. -]{0,99}\])?[ \t]{0,4}(?:[=<>!~]=?=?[ \t]{0,4}[\w.*+!,<>=~ -]{1,80})?)/;

function* inRequirements({ file, text, start, end }: Region): Generator<PackageSighting> {
  for (const match of text.slice(start, end).matchAll(/^[^\r\n#;]{1,200}/gm)) {
    const [lead, name] = requirement.exec(match[0]) ?? [];
    if (lead !== undefined && name !== undefined)
      yield python(file, name.trim(), start + match.index + lead.length - name.length);
  }
}

/** What the header of a Python script asks for. */
export function* declaredByScript({ file, metadata }: Script): Generator<PackageSighting> {
  for (const { text, range } of metadata.flatMap(({ dependencies }) => dependencies))
    yield python(file, text, range.start.offset);
}

function python(file: TextFile, name: string, start: number): PackageSighting {
  return { registry: "PyPI", name, kind: "declared", file, start, end: start + name.length };
}

function* inPackageJson(file: TextFile): Generator<PackageSighting> {
  const { root } = file.json;
  if (root?.kind !== "object") return;
  for (const list of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]) {
    const packages = memberOf(root, list)?.value;
    if (packages?.kind !== "object") continue;
    for (const { key: name, keyRange, value } of packages.members) {
      const version = value.kind === "string" ? `@${value.value}` : "";
      yield {
        registry: "npm",
        name: `${name}${version}`,
        kind: "declared",
        file,
        start: keyRange.start.offset,
        end: keyRange.end.offset,
      };
    }
  }
}
