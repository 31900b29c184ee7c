import type { Model, ModelRequest, SessionResult } from "../../model/agent.ts";

/** A finished session, with the requests to the model. */
export interface Played {
  readonly result: SessionResult;
  /** Absent if they were not recorded. */
  readonly requests?: readonly ModelRequest[];
  /** As is `last`, absent if the model was never called. */
  readonly first?: ModelRequest;
  readonly last?: ModelRequest;
}

/** Wraps a model so that its requests are recorded. */
export function watchRequests(model: Model): { readonly model: Model; seen(): Omit<Played, "result"> } {
  const requests: ModelRequest[] = [];
  return {
    model: {
      ...model,
      next: (request, catalog) => {
        requests.push(request);
        return model.next(request, catalog);
      },
    },
    seen: () => {
      const [first] = requests;
      const last = requests.at(-1);
      return { requests, ...(first && { first }), ...(last && { last }) };
    },
  };
}
