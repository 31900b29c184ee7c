export type * from "./core/client.ts";
export type * from "./core/place.ts";
export type * from "./core/report.ts";
export type * from "./core/rule.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";
export { targetIds } from "./core/client.ts";
export { validate, type ValidateOptions, type ValidateResult } from "./api/validate.ts";
