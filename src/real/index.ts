/** What `live` uses of this room; `build/real.js` bundles it. */
export { realClients } from "../generated/real-clients.ts";
export { asked, callingEach, offering, stringsIn, textsOf, textWith, toolResults } from "./conversation.ts";
export { startMockModel } from "./mock-model.ts";
export { canIsolate, isOffline, isolated } from "./sandbox.ts";
export { clientRunner, scrubbedEnvironment } from "./run-client.ts";
export type * from "./types.ts";
