import { SkillsError } from "../../core/errors.ts";
import { memberOf } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8, encodeUtf8 } from "../../core/utf8.ts";
import { version as program } from "../../generated/version.ts";
import type { Config } from "../../model/config.ts";
import type { Report } from "../../model/report.ts";
import type { RulesData } from "../../model/reports/rules.ts";
import { addMember } from "../../parse/add-member.ts";
import { toRecord } from "../../parse/format/format.ts";
import { readTree } from "../../parse/format/read-tree.ts";
import { type FilePlace, namedPlace } from "../../read/file-place.ts";
import { readFile } from "../../read/open-file.ts";
import { createFile, requirePlain } from "../../write/create-file.ts";
import { findOutput } from "../../write/destination.ts";
import { now } from "../clock.ts";
import { isLater, rulesAfter } from "../settings/rule-releases.ts";
import { reportOf } from "./rules.ts";

/**
 * Raises the `version` of a config to that of this program, or adds it, and reports the rules whose severity that
 * changes. Nothing else of the file changes. Throws a SkillsError if there is no config, an extended file sets the
 * version, or the file cannot be written.
 */
export async function migrateRules(
  config: Config | undefined,
  cwd: string,
): Promise<Report<RulesData, "rules">> {
  const started = now();
  const label = config?.files[0];
  if (!config || label === undefined)
    throw new SkillsError("not-found", "there is no config whose version could be raised", {
      hint: "write a skills.config.yaml, or name one with --config",
    });
  const { version, rules: settings } = config;
  if (version && !version.from.startsWith(`${label}:`))
    throw new SkillsError("bad-usage", `an extended file sets the version (${version.from})`, {
      hint: "name that file with --config",
    });
  const before = version?.value;
  const isDue = before === undefined || isLater(program, before);
  if (isDue) await raise(namedPlace(label, cwd), cwd);
  const raised = before === undefined ? [] : rulesAfter(config, before);
  const isGated = (id: string) => settings.get(id)?.from.startsWith(`${version?.from}, `) === true;
  const data: RulesData = {
    rules: [],
    migration: {
      file: label,
      before: before ?? null,
      after: program,
      rules: raised.flatMap(({ id, severity, since, summary }) =>
        isGated(id) && severity !== "info" ? [{ id, before: "info", after: severity, since, summary }] : [],
      ),
    },
  };
  return reportOf(data, { started, failed: 0, checked: 0 });
}

async function raise({ absolute, label }: FilePlace, cwd: string): Promise<void> {
  requirePlain(findOutput(label, cwd).absolute, label);
  const bytes = readFile(absolute, label);
  const written = encodeUtf8(withVersion(bytes, label));
  requireSame(bytes, written, label);
  await createFile(absolute, written, label, async () => {});
}

/** The text of the config with the version of this program. */
function withVersion(bytes: Uint8Array, label: string): string {
  const text = decodeUtf8(bytes) ?? "";
  const { root } = readTree(bytes, label);
  if (root?.kind !== "object") return text;
  const node = memberOf(root, "version")?.value;
  if (!node) return addMember(text, root, "version", isJson(label) ? JSON.stringify(program) : program);
  const { start, end } = node.range;
  const [quoted] = /^["']?/.exec(text.slice(start.offset))!;
  return `${text.slice(0, start.offset)}${quoted}${program}${quoted}${text.slice(end.offset)}`;
}

function isJson(label: string): boolean {
  return label.endsWith(".json");
}

/** Throws a SkillsError ("unwritable") unless the new file says the same but for the version. */
function requireSame(before: Uint8Array, after: Uint8Array, label: string): void {
  const [old, raised] = [before, after].map((bytes) => {
    const { root } = readTree(bytes, label);
    return root?.kind === "object" ? toRecord(root) : {};
  });
  const { version: _old, ...rest } = old!;
  const { version, ...others } = raised!;
  if (version === program && JSON.stringify(rest) === JSON.stringify(others)) return;
  throw new SkillsError("unwritable", `the layout of ${quote(label)} cannot be changed`, {
    hint: `write \`version: ${program}\` into it`,
  });
}
