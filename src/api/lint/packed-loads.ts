import type { ClientLoad } from "../../results/compat.ts";

/** The loads of a skill with each text once: most clients read the same name and description. */
export interface PackedLoads {
  readonly texts: readonly string[];
  readonly loads: readonly PackedLoad[];
}

/** Texts are indexes. */
interface PackedLoad extends Omit<ClientLoad, keyof Texts> {
  readonly texts: readonly [name: number | null, description: number | null, listed: number | null];
}

type Texts = Pick<ClientLoad, "name" | "description" | "listed">;

export function packLoads(loads: readonly ClientLoad[]): PackedLoads {
  const texts: string[] = [];
  const indexOf = (text: string | null): number | null => {
    if (text === null) return null;
    const known = texts.indexOf(text);
    return known === -1 ? texts.push(text) - 1 : known;
  };
  const packed = loads.map(
    ({ name, description, listed, ...load }): PackedLoad => ({
      texts: [indexOf(name), indexOf(description), indexOf(listed)],
      ...load,
    }),
  );
  return { texts, loads: packed };
}

export function unpackLoads({ texts, loads }: PackedLoads): readonly ClientLoad[] {
  const textAt = (index: number | null): string | null => (index === null ? null : (texts[index] ?? null));
  // Each field, as in the report: a spread first would take ten times as long in Node 20.
  return loads.map((load) => ({
    client: load.client,
    title: load.title,
    variant: load.variant,
    version: load.version,
    versions: load.versions,
    outcome: load.outcome,
    silent: load.silent,
    name: textAt(load.texts[0]),
    description: textAt(load.texts[1]),
    listed: textAt(load.texts[2]),
    hidden: load.hidden,
    effects: load.effects,
    kept: load.kept,
    reasons: load.reasons,
    said: load.said,
    evidence: load.evidence,
  }));
}
