import type { Model } from "../../model/agent.ts";

/** Records whether a model failed: then the result of the session says nothing about the skills. */
export function watchFailure(model: Model): { readonly model: Model; hasFailed(): boolean } {
  let failed = false;
  const next: Model["next"] = async (request, catalog) => {
    try {
      return await model.next(request, catalog);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  return { model: { ...model, next }, hasFailed: () => failed };
}
