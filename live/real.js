// What the package uses to start clients, too; npm run live builds it anew.

/** @type {typeof import("../src/real/index.ts")} */
const real = await import(new URL("../src/generated/real.js", import.meta.url).href);
export const { asked, callingEach, offering, stringsIn, textWith, toolResults } = real;
export const { clientRunner, scrubbedEnvironment, startMockModel } = real;
export const { canIsolate, isOffline, isolated, realClients } = real;
