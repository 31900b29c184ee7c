import { systemIds } from "../../src/model/agent.ts";
import { projectsIn, trySmoke } from "../../src/api/smoke/smoke-examiner.ts";
import { asUpload, makeArchive } from "../../src/api/pack/make-archive.ts";
import { smokeRoot } from "../../src/api/smoke/smoke-root.ts";
import { readiedForSmoke } from "../../src/api/smoke/smoke-subject.ts";
import { uploaders } from "../../src/generated/uploaders.ts";
import { openSmokeSession } from "../../src/harness/smoke/smoke-session.ts";
import { systems } from "../../src/generated/systems.ts";
import { parseSubset } from "../../src/harness/systems/react-actions/yaml-subset.ts";
import type { Examined } from "../../src/lint/examine-skill.ts";
import type { CatalogEntry, SystemId } from "../../src/model/agent.ts";
import type { SkillSource } from "../../src/model/source.ts";
import type { Target } from "../../src/model/target.ts";
import { readTools } from "../../src/model/tool-list.ts";

/** What one target makes of a skill. */
export interface Reading {
  /** Why it refuses the skill; empty if it accepts it. */
  readonly refusals: readonly string[];
  /** The fields as an agent reads them; absent for other targets, and if the agent skips the skill. */
  readonly fields?: Readonly<Record<"name" | "description" | "controls", string>>;
}

/** What every target makes of a skill. */
export async function readByTargets(
  source: SkillSource,
  { skill, subject }: Pick<Examined, "skill" | "subject">,
): Promise<ReadonlyMap<Target, Reading>> {
  const readings = new Map<Target, Reading>();
  const add = (id: Target, refusals: readonly string[]): void => {
    const { refusals: known = [], ...reading } = readings.get(id) ?? {};
    readings.set(id, { ...reading, refusals: [...known, ...refusals] });
  };
  for (const { validator, refusals } of skill.validatorRefusals)
    add(
      validator,
      refusals.map(({ reason }) => reason),
    );
  add(
    "spec",
    subject.findings.filter(({ refusedBy }) => refusedBy.includes("spec")).map(({ ruleId }) => ruleId),
  );
  for (const [id, refusals] of await refusalsOfUploaders(source)) add(id, refusals);
  const { objections } = await trySmoke(source, skill, projectsIn(systemIds, import.meta.dirname));
  const { subject: played } = readiedForSmoke(source, skill);
  for (const system of systems) {
    add(
      system.id,
      objections.flatMap(({ by, remark, message, lines }) =>
        remark || !by.includes(system.id)
          ? []
          : lines
            ? lines.map(() => message.replaceAll(/\d+/g, "N"))
            : [message],
      ),
    );
    if (!played) continue;
    const { entry } = await openSmokeSession({
      system,
      subject: played,
      root: smokeRoot(system, played),
      tokens: skill.tokens,
    });
    if (!entry) continue;
    const { name, description } = entry;
    const fields = { name, description, controls: controlsIn(system.id, source, entry) };
    readings.set(system.id, { ...readings.get(system.id)!, fields });
  }
  return readings;
}

const reactControls: readonly string[] = [
  "allowed-tools",
  "author",
  "disable-model-invocation",
  "run-mode",
  "user-invocable",
  "version",
];

/** The fields that control how an agent uses the skill, such as its tools. */
function controlsIn(id: SystemId, source: SkillSource, entry: CatalogEntry): string {
  if (id === "spring-ai-alibaba" && "allowedTools" in entry) return JSON.stringify(entry.allowedTools);
  if (id !== "react-actions") return "";
  const head = parseSubset(Buffer.from(source.read("SKILL.md")).toString(), true);
  if ("objection" in head) return "";
  return JSON.stringify(
    Array.from(head.fields)
      .filter(([key]) => reactControls.includes(key))
      .map(([key, value]) => [
        key,
        key === "allowed-tools" && typeof value === "string" ? readTools(value).tools : value,
      ])
      .sort(),
  );
}

async function refusalsOfUploaders(
  source: SkillSource,
): Promise<readonly (readonly [Target, readonly string[]])[]> {
  const files = source
    .list()
    .entries.filter(({ kind }) => kind === "file")
    .map(({ path, executable }) => ({ path, executable, bytes: source.read(path) }));
  if (!files.some(({ path }) => path === "SKILL.md"))
    return uploaders.map(({ id }) => [id, ["no SKILL.md"]] as const);
  return Promise.all(
    uploaders.map(async ({ id, layout, extensions, refuse }) => {
      const extension = extensions[0]!;
      const bytes = await makeArchive({ extension }, layout === "wrapped" ? source.name : undefined, files);
      const upload = asUpload(source.name, { layout, extension }, bytes.length, files);
      const refusals = refuse(upload).filter(({ kind }) => kind === "refuses");
      return [id, refusals.map(({ reason, message }) => reason ?? message)] as const;
    }),
  );
}
