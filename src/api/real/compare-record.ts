import { quote, show } from "../../core/show.ts";
import type { LoadedSkill } from "../../model/loader.ts";
import { toCatalogSkill } from "../../targets/list-catalog.ts";
import type { ListedSkill } from "../../real/client.ts";
import { unescapeXml } from "../../real/listings.ts";
import type { Judged } from "./judge-session.ts";

/** Sentences about what the record of a client predicts differently than the client did. */
export function compareWithRecord(
  { client, given: { predicted, directory }, session, entry }: Judged,
  version: string,
): readonly string[] {
  const record = `the record of ${version} predicts`;
  if (!session.listed || predicted.loads === "unknown") return [];
  if (!predicted.loads) return entry ? [`${record} that it is not loaded: ${show(predicted.reason)}`] : [];
  if (!entry) return predicted.hidden ? [] : [`${record} that it is announced as ${quote(predicted.name)}`];
  if (predicted.hidden) return [`${record} that it is not announced`];
  const differences = compareEntry(entry, predicted, directory).filter(
    (each) => !client.namesOnly || !each.startsWith("the description"),
  );
  const { activation } = session;
  const isOther =
    activation !== undefined &&
    "part" in activation &&
    activation.part === "body" &&
    predicted.body !== undefined &&
    predicted.body.trim() !== activation.text.trim();
  return [...differences, ...(isOther ? ["another body"] : [])].map((what) => `${record} ${what}`);
}

/** How an entry of a catalog differs from the predicted one, if the catalog has room. */
function compareEntry(entry: ListedSkill, predicted: LoadedSkill, directory: string): readonly string[] {
  const { name, listed } = toCatalogSkill(predicted, { directory, path: directory });
  const names = [name, predicted.name];
  return [
    ...(names.includes(entry.name) ? [] : [`the name ${quote(name)}`]),
    // Escapes are a matter of the catalog's format.
    ...(unescapeXml(entry.description ?? "") === unescapeXml(listed)
      ? []
      : [`the description ${quote(listed, 80)}`]),
  ];
}
