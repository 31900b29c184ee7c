import type { Report } from "../report.ts";
import type { CheckData } from "./check.ts";
import type { ClientsData, CompatData } from "./compat.ts";
import type { DiffData } from "./diff.ts";
import type { DigestData } from "./digest.ts";
import type { DoctorData } from "./doctor.ts";
import type { ExplainData } from "./explain.ts";
import type { GraphData } from "./graph.ts";
import type { InitData } from "./init.ts";
import type { InspectData } from "./inspect.ts";
import type { InstallData } from "./install.ts";
import type { LintData, PatchData } from "./lint.ts";
import type { ListData } from "./list.ts";
import type { PackData } from "./pack.ts";
import type { PreviewData } from "./preview.ts";
import type { RenameData } from "./rename.ts";
import type { RulesData } from "./rules.ts";
import type { RunData } from "./run.ts";
import type { TestData } from "./test.ts";
import type { TestRealData } from "./test-real.ts";
import type { TestRoutingData } from "./test-routing.ts";
import type { UninstallData } from "./uninstall.ts";
import type { ValidateData } from "./validate.ts";
import type { VerifyData, VerifyLocksData } from "./verify.ts";

/** Report data by command. */
export interface CommandData {
  readonly check: CheckData | PatchData;
  readonly clients: ClientsData;
  readonly compat: CompatData;
  readonly diff: DiffData;
  readonly digest: DigestData;
  readonly doctor: DoctorData;
  readonly explain: ExplainData;
  readonly graph: GraphData;
  readonly init: InitData;
  readonly inspect: InspectData;
  readonly install: InstallData;
  readonly lint: LintData | PatchData;
  readonly list: ListData;
  readonly pack: PackData;
  readonly preview: PreviewData;
  readonly rename: RenameData;
  readonly rules: RulesData;
  readonly run: RunData;
  readonly test: TestData | TestRealData | TestRoutingData;
  readonly uninstall: UninstallData;
  readonly validate: ValidateData;
  readonly verify: VerifyData | VerifyLocksData;
}

export type ReportingCommand = keyof CommandData;

/** A report as printed by `--format json`; `command` determines the type of `data`. */
export type CommandReport = {
  readonly [Command in ReportingCommand]: Report<CommandData[Command], Command>;
}[ReportingCommand];
