import { describeChange } from "./load-words.ts";
import { count, series } from "../../core/sentence.ts";
import { asTyped } from "../drawing/as-typed.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import type {
  ClientChange,
  ClientsData,
  DescribedProgram,
  ProgramKind,
  RecordedClient,
} from "../../model/reports/compat.ts";
import { loaderIds } from "../../model/target.ts";
import type { PageStyle } from "./page-style.ts";
import { padTo } from "../drawing/width.ts";

type Style = Pick<PageStyle, "paint" | "width">;

/** Text output: what the programs are that were asked about, or a line for each recorded version of a client. */
export function clientsText({ clients, programs, changes }: ClientsData, style: Style): string {
  if (changes) return drawChanges(changes, style);
  return programs
    ? programs.map((program) => drawProgram(program, clients, style)).join("\n")
    : drawTable(clients, style);
}

const kindNames: Readonly<Record<ProgramKind, string>> = {
  client: "a recorded agent client",
  validator: "a validator",
  uploader: "an uploader",
  agent: "an agent simulated by its documents",
};

/** How each kind of program is asked. */
const askedBy: Readonly<Record<ProgramKind, (id: string) => string>> = {
  client: (id) => `skills compat --client ${id}`,
  validator: (id) => `skills validate --target ${id}`,
  uploader: (id) => `skills pack --target ${id}`,
  agent: (id) => `skills test --system ${id}`,
};

function drawProgram(
  { id, title, kinds, sources: [source, ...others] }: DescribedProgram,
  clients: readonly RecordedClient[],
  { paint, width }: Style,
): string {
  const newest = clients.find(({ client }) => client === id);
  const record = newest ? ` (${newest.version}: ${newest.evidence}, ${newest.checked})` : "";
  const isModeled = kinds.some((kind) => kind !== "client") || loaderIds.some((each) => each === id);
  const commands = [
    ...kinds.map((kind) => askedBy[kind](id)),
    ...(isModeled ? [`skills check --target ${id}`] : []),
  ].map((command) => `\`${asTyped(command, paint.command)}\``);
  const rest = others.length === 0 ? "" : `, and ${count(others.length, "other source")}`;
  const lines = [
    ...wrapHanging(
      `${paint.bold(id)}: ${title}; ${series(kinds.map((kind) => kindNames[kind]))}${record}`,
      width,
      2,
    ),
    ...[`asked by ${series(commands)}`, `source: ${source ?? "none"}${rest}`].flatMap((text) =>
      wrapHanging(text, width - 2, 2).map((line) => `  ${line}`),
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function drawTable(clients: readonly RecordedClient[], { paint }: Style): string {
  if (clients.length === 0) return "no records are older\n";
  const cells = clients.map(({ client, variant, version, versions, evidence, checked, age }) => [
    `${client}${variant === undefined ? "" : `/${variant}`}`,
    version,
    versions === "*" ? "" : versions,
    evidence,
    checked,
    count(age, "day"),
  ]);
  const heads = ["Client", "Version", "Same for", "Evidence", "Date", "Age"];
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => padTo(cell, widths[at]!))
      .join("  ")
      .trimEnd();
  const old = clients.filter((client) => client.old).length;
  const warning =
    old === 0
      ? []
      : [
          "",
          paint.severity.warning(
            `${count(old, "record")} of newest versions ${old === 1 ? "is" : "are"} older than 30 days; the clients may have changed since`,
          ),
        ];
  return `${[paint.bold(line(heads)), ...cells.map(line), ...warning].join("\n")}\n`;
}

function drawChanges(changes: readonly ClientChange[], { paint, width }: Style): string {
  if (changes.length === 0) return "no two versions are recorded\n";
  const blocks = changes.map((change) =>
    [
      paint.bold(`${change.client}, changed between ${change.from} and ${change.to}:`),
      ...describeChange(change).flatMap((text) => wrapHanging(text, width - 2, 2).map((line) => `  ${line}`)),
    ].join("\n"),
  );
  return `${blocks.join("\n")}\n`;
}
