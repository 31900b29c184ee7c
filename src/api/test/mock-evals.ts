import type { MockModel } from "../../harness/evals/eval-file.ts";
import { projectOf } from "../../harness/evals/read-evals.ts";
import { lexical } from "../../harness/models/lexical.ts";
import { scripted } from "../../harness/models/scripted.ts";
import { readProjectSettings } from "../../harness/project-settings.ts";
import { absentBeside } from "../../harness/scenario/scenario-roots.ts";
import type { System } from "../../harness/system.ts";
import type { Model, SystemId } from "../../model/agent.ts";
import type { SkillSource } from "../../model/source.ts";
import { scanRoots } from "../../find/scan-roots.ts";

import { systems } from "../../generated/systems.ts";
import { type AnnouncedSkill, catalogFor, type JudgedFile, judgeOffline, openEvals } from "./eval-tests.ts";
import { type CasePlan, caseSessions, type PlayedCase, playCases } from "./play-cases.ts";
import type { TestFile } from "./test-files.ts";

interface MockPlan extends Omit<CasePlan, "model"> {
  /** The agents that may be simulated. */
  readonly known: readonly System[];
}

/** The agent whose design describes such evals. */
const mockSystem: SystemId = "react-actions";

/** Decides an eval file offline; its cases with a mock model are played. */
export async function evalTest(
  file: TestFile,
  skills: readonly AnnouncedSkill[],
  named: boolean,
  plan: MockPlan,
): Promise<JudgedFile> {
  const read = openEvals(file, skills, named);
  if ("judged" in read) return read.judged;
  const { evals } = read;
  const system = plan.known.find(({ id }) => id === mockSystem);
  if (!system || !evals.cases.some(({ mock }) => mock)) return judgeOffline(evals, file, { skills, named });
  const { inCatalog, own } = catalogFor(file, skills);
  const taken = new Map<number, number>();
  const sessions = await playCases(
    {
      cases: evals.cases,
      name: file.label,
      system,
      skills: inCatalog,
      own,
      project: projectOf(file.absolute),
      plays: ({ mock }) => mock !== undefined,
    },
    {
      ...plan,
      model: {
        repeat: 1,
        open: ({ case: number = 1 }) =>
          openMock(evals.cases[number - 1]?.mock, system, () =>
            taken.set(number, (taken.get(number) ?? 0) + 1),
          ),
      },
    },
  );
  return toJudged(sessions, taken, system, { evals, file, skills, named, plan });
}

function openMock(mock: MockModel | undefined, { speak }: System, onStep: () => void): Model {
  return mock?.kind === "scripted"
    ? scripted(
        mock.steps.map(({ value }) => value),
        speak,
        onStep,
      )
    : lexical(speak);
}

function toJudged(
  sessions: readonly PlayedCase[],
  taken: ReadonlyMap<number, number>,
  { id: system }: System,
  { evals, file, skills, named, plan }: Subject,
): JudgedFile {
  const judged = judgeOffline(evals, file, {
    skills,
    named,
    mocked: (each) => {
      const session = sessions.find((one) => one.each === each);
      return session?.played && { played: session.played, taken: taken.get(session.number) ?? 0 };
    },
  });
  const failed = sessions.find(({ failure }) => failure !== undefined);
  const trace = (failed ?? sessions[0])?.played?.result.trace;
  return {
    ...judged,
    ...(judged.result && {
      result: {
        ...judged.result,
        system,
        ...(failed && {
          outcome: "could-not-measure" as const,
          message: `${failed.each.id}: ${failed.failure}`,
          warnings: [],
        }),
        ...(trace && { trace }),
      },
    }),
    sessions: caseSessions(file.label, sessions, plan),
  };
}

interface Subject {
  readonly evals: Parameters<typeof judgeOffline>[0];
  readonly file: TestFile;
  readonly skills: readonly AnnouncedSkill[];
  readonly named: boolean;
  readonly plan: MockPlan;
}

/** The skills of the project of a file in `.agent/evals`; none for another file. */
export function skillsOfProject(file: TestFile): readonly SkillSource[] {
  const project = projectOf(file.absolute);
  const system = systems.find(({ id }) => id === mockSystem);
  if (project === undefined || !system) return [];
  const { settings } = readProjectSettings(system, { directory: project });
  const roots = scanRoots(system.roots({}, settings), { project, home: absentBeside(project) }, system);
  return roots.flatMap(({ skills }) => skills.map(({ source }) => source));
}
