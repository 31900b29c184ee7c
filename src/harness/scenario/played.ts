import type { Model, ModelRequest, SessionResult } from "../../model/agent.ts";

/** A session that has ended, and what the model was given when it was asked first and last. */
export interface Played {
  readonly result: SessionResult;
  /** Absent, as the next, where it was never asked. */
  readonly first?: ModelRequest;
  readonly last?: ModelRequest;
}

/** The same model; what it was given is remembered. */
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
