import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { EvalCheck } from "./eval-file.ts";

/** What is wrong with the skills that were activated, by the modes of waza's grader (microsoft/waza docs/graders/skill_invocation.md). */
export function objectToSkills(
  { required, forbidden, mode, allowExtra }: Extract<EvalCheck, { readonly kind: "skills" }>,
  activated: readonly string[],
): string | undefined {
  const banned = forbidden.filter((name) => activated.includes(name));
  if (banned.length > 0) return `${tell(banned)} ${banned.length === 1 ? "was" : "were"} activated`;
  if (
    required.length === 0 ||
    (holdsMode(required, activated, mode) && (allowExtra || activated.length === required.length))
  )
    return undefined;
  return `what was activated is ${activated.length === 0 ? "nothing" : tell(activated)}`;
}

function holdsMode(
  required: readonly string[],
  activated: readonly string[],
  mode: "exact_match" | "in_order" | "any_order",
): boolean {
  if (mode === "exact_match")
    return required.length === activated.length && required.every((name, at) => name === activated[at]);
  let from = 0;
  if (mode === "in_order") return required.every((name) => (from = activated.indexOf(name, from) + 1) > 0);
  return required.every((name) => times(name, activated) >= times(name, required));
}

function times(name: string, names: readonly string[]): number {
  return names.filter((each) => each === name).length;
}

function tell(names: readonly string[]): string {
  return series(names.map((name) => quote(name, 80)));
}
