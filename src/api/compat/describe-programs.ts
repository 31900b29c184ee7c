import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { clients } from "../../generated/clients.ts";
import { systems } from "../../generated/systems.ts";
import { uploaders } from "../../generated/uploaders.ts";
import { validators } from "../../generated/validators.ts";
import type { DescribedProgram, ProgramKind } from "../../model/reports/compat.ts";

interface Described {
  readonly id: string;
  readonly kind: ProgramKind;
  readonly title: string;
  readonly sources: readonly string[];
}

const known: readonly Described[] = [
  {
    id: "spec",
    kind: "validator",
    title: "the specification of Agent Skills",
    sources: ["https://agentskills.io/specification"],
  },
  ...validators.map((each) => ({ ...each, kind: "validator" as const })),
  ...uploaders.map((each) => ({ ...each, kind: "uploader" as const })),
  ...clients.map(({ versions, ...each }) => ({
    ...each,
    kind: "client" as const,
    sources: versions[0]?.sources ?? [],
  })),
  ...systems.map((each) => ({ ...each, kind: "agent" as const })),
];

/**
 * What the programs with these ids are: a client with a record, a validator, an uploader, a simulated system, or several
 * of these. Throws a SkillsError for an unknown id.
 */
export function describePrograms(ids: readonly string[]): readonly DescribedProgram[] {
  return ids.map((id) => {
    const same = known.filter((each) => each.id === id);
    const [first] = same;
    if (!first) throw unknownId(id);
    return {
      id,
      title: first.title,
      kinds: same.map(({ kind }) => kind),
      sources: Array.from(new Set(same.flatMap(({ sources }) => sources))),
    };
  });
}

function unknownId(id: string): SkillsError {
  const similar = nearest(id, new Set(known.map((each) => each.id)));
  return new SkillsError("bad-usage", `unknown id ${quote(id)}`, {
    hint:
      similar === undefined
        ? "`skills clients` lists the clients, and `skills check --help` the other programs"
        : `did you mean ${quote(similar)}?`,
  });
}
