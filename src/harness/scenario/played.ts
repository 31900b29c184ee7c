import { SkillsError } from "../../core/errors.ts";
import type { Model, ModelRequest, SessionResult } from "../../model/agent.ts";

/** A finished session, with the requests to the model. */
export interface Played {
  readonly result: SessionResult;
  /** Absent if they were not recorded. */
  readonly requests?: readonly ModelRequest[];
  /** Like `last`, absent if the model was never called. */
  readonly first?: ModelRequest;
  readonly last?: ModelRequest;
  /** Why the model's program or recording failed; absent if the model answered every request. */
  readonly failure?: string;
}

/** Wraps a model so that its requests and its failure are recorded. */
export function watchRequests(model: Model): { readonly model: Model; seen(): Omit<Played, "result"> } {
  const requests: ModelRequest[] = [];
  let failure: string | undefined;
  return {
    model: {
      ...model,
      next: async (request, catalog) => {
        requests.push(request);
        try {
          return await model.next(request, catalog);
        } catch (error) {
          if (error instanceof SkillsError) failure = [error.message, error.hint ?? []].flat().join("; ");
          throw error;
        }
      },
    },
    seen: () => {
      const [first] = requests;
      const last = requests.at(-1);
      return {
        requests,
        ...(first && { first }),
        ...(last && { last }),
        ...(failure !== undefined && { failure }),
      };
    },
  };
}

/** All text that a model receives: messages and tool descriptions. */
export function describeRequest({ messages, tools }: ModelRequest): string {
  return [
    ...messages.map(({ content }) => content),
    ...tools.map(
      ({ name, description, parameters }) => `${name}: ${description}\n${JSON.stringify(parameters)}`,
    ),
  ].join("\n\n");
}
