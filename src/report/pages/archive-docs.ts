import type { RuleMeta } from "../../model/rule.ts";

/** The page of archive codes: a table, and a section per code. */
export function archiveReadme(metas: readonly RuleMeta[]): string {
  return page(
    "Why an archive is refused",
    "Generated from [archive-codes.ts](codes/archive-codes.ts) by `npm test -- -u`. An archive that `skills verify` refuses, or a directory that differs from its manifest, is reported with one of these codes. The codes are stable and never reused.",
    "Code",
    metas,
  );
}

/** The page of what targets say where they are tried. */
export function targetReadme(metas: readonly RuleMeta[]): string {
  return page(
    "What targets say",
    "Written by `npm test -- -u` out of [target-rules.ts](target-rules.ts). `skills check` packs a skill in memory for every uploader and plays every system of agents with it; what they object to is a finding with one of these ids, unless a rule has said it. Where nothing can be packed the finding has the code of [an archive](../../archive/README.md).",
    "Id",
    metas,
  );
}

function page(title: string, about: string, column: string, metas: readonly RuleMeta[]): string {
  const rows = metas.map(
    ({ id, summary }) => `| [${id}](#${id}) | ${plain(summary).replaceAll("|", "\\|")} |`,
  );
  const head = [`# ${title}`, about, [`| ${column} | |`, "|---|---|", ...rows].join("\n")];
  return `${[...head, ...metas.map(section)].join("\n\n")}\n`;
}

function section({ id, summary, why, remedy, source }: RuleMeta): string {
  return [
    `## ${id}`,
    plain(summary),
    `**Why:** ${plain(why)}`,
    `**Remedy:** ${plain(remedy)}`,
    `**Source:** ${source}`,
  ].join("\n\n");
}

/** A name is no emphasis, and "<html>" no tag. */
function plain(text: string): string {
  return text.replace(/[*<_]/g, "\\$&");
}
