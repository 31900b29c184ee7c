import type { Model, ModelRequest, SessionResult } from "../../model/agent.ts";

/** A finished session, with the first and the last request to the model. */
export interface Played {
  readonly result: SessionResult;
  /** As is `last`, absent if the model was never called. */
  readonly first?: ModelRequest;
  readonly last?: ModelRequest;
}

/** Wraps a model so that its first and last requests are recorded. */
export function watchRequests(model: Model): { readonly model: Model; seen(): Omit<Played, "result"> } {
  let first: ModelRequest | undefined;
  let last: ModelRequest | undefined;
  return {
    model: {
      ...model,
      next: (request, catalog) => {
        first ??= request;
        last = request;
        return model.next(request, catalog);
      },
    },
    seen: () => ({ ...(first && { first }), ...(last && { last }) }),
  };
}
