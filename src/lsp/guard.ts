import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { SkillsError } from "../core/errors.ts";

/** Runs handlers so that a failure of one is logged and answered, and the server goes on. */
export interface Guard {
  readonly report: (error: unknown) => void;
  readonly event: <Event>(handle: (event: Event) => void) => (event: Event) => void;
  /** A request that fails, or that the client gave up, is answered with an error. */
  readonly request: <Params, Answer>(
    handle: (params: Params, token: CancellationToken) => Answer | Promise<Answer>,
  ) => (params: Params, token: CancellationToken) => Promise<Answer | ResponseError<void>>;
}

/** The protocol's code for a request that the client gave up. */
const givenUp = -32800;

export function guardWith(log: (text: string) => void): Guard {
  const report = (error: unknown): void =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return {
    report,
    event: (handle) => (event) => {
      try {
        handle(event);
      } catch (error) {
        report(error);
      }
    },
    request: (handle) => async (params, token) => {
      try {
        const answer = await handle(params, token);
        if (!token.isCancellationRequested) return answer;
        return new ResponseError(givenUp, "the client gave up the request");
      } catch (error) {
        if (!(error instanceof SkillsError)) report(error);
        const message = error instanceof Error ? error.message : String(error);
        return new ResponseError(LSPErrorCodes.RequestFailed, message);
      }
    },
  };
}
