import { validatorIds, type ValidatorId } from "../../model/validator.ts";
import { series } from "../../core/sentence.ts";

export type PresetName = "recommended" | "spec" | "strict";

export const presetNames: readonly PresetName[] = ["recommended", "spec", "strict"];

interface Preset {
  /** Shown in the help and the schema. */
  readonly about: string;
  readonly targets: readonly ValidatorId[];
  /** Turns off every rule that `skills validate` does not run. */
  readonly withoutAdvice?: true;
}

/** A preset sets targets, and may turn rules off; the config that extends it overrides both. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  recommended: {
    about: "default without a config: target spec, the default rules",
    targets: ["spec"],
  },
  spec: {
    about: "target spec, only the rules of skills validate",
    targets: ["spec"],
    withoutAdvice: true,
  },
  strict: { about: `targets ${series(validatorIds, "and")}, the same rules`, targets: validatorIds },
};
