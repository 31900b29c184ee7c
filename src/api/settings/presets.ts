import { validatorIds, type ValidatorId } from "../../model/client.ts";
import { series } from "../../core/sentence.ts";

export type PresetName = "recommended" | "spec" | "strict";

export const presetNames: readonly PresetName[] = ["recommended", "spec", "strict"];

interface Preset {
  /** For the help and the schema. */
  readonly about: string;
  readonly targets: readonly ValidatorId[];
  /** Turns off every rule that `skills validate` has not. */
  readonly withoutAdvice?: true;
}

/** A preset sets its targets, and may turn rules off; what a file says itself goes before it. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  recommended: { about: "what holds without a config: the target spec, all rules", targets: ["spec"] },
  spec: {
    about: "the target spec, and the rules of skills validate alone",
    targets: ["spec"],
    withoutAdvice: true,
  },
  strict: { about: `the targets ${series(validatorIds, "and")}, all rules`, targets: validatorIds },
};
