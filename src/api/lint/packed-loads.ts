import type { ClientLoad } from "../../model/client-load.ts";

/** The loads of a skill, with each text once: most clients read the same name and description. */
export interface PackedLoads {
  readonly texts: readonly string[];
  readonly loads: readonly PackedLoad[];
}

/** The values of a load without their names, which take as much space as the values. Texts are indexes. */
type PackedLoad = readonly [
  client: string,
  title: string,
  variant: string | null,
  version: string,
  versions: string,
  outcome: ClientLoad["outcome"],
  silent: boolean,
  name: number | null,
  description: number | null,
  listed: number | null,
  hidden: boolean,
  effects: ClientLoad["effects"],
  kept: number | null,
  reasons: readonly string[],
  said: string | null,
  evidence: ClientLoad["evidence"],
];

export function packLoads(loads: readonly ClientLoad[]): PackedLoads {
  const texts: string[] = [];
  const indexOf = (text: string | null): number | null => {
    if (text === null) return null;
    const known = texts.indexOf(text);
    return known === -1 ? texts.push(text) - 1 : known;
  };
  const packed = loads.map(
    (load): PackedLoad => [
      load.client,
      load.title,
      load.variant ?? null,
      load.version,
      load.versions,
      load.outcome,
      load.silent,
      indexOf(load.name),
      indexOf(load.description),
      indexOf(load.listed),
      load.hidden,
      load.effects,
      load.kept ?? null,
      load.reasons,
      load.said ?? null,
      load.evidence,
    ],
  );
  return { texts, loads: packed };
}

export function unpackLoads({ texts, loads }: PackedLoads): readonly ClientLoad[] {
  const textAt = (index: number | null): string | null => (index === null ? null : (texts[index] ?? null));
  return loads.map((load) => ({
    client: load[0],
    title: load[1],
    variant: load[2] ?? undefined,
    version: load[3],
    versions: load[4],
    outcome: load[5],
    silent: load[6],
    name: textAt(load[7]),
    description: textAt(load[8]),
    listed: textAt(load[9]),
    hidden: load[10],
    effects: load[11],
    kept: load[12] ?? undefined,
    reasons: load[13],
    said: load[14] ?? undefined,
    evidence: load[15],
  }));
}
