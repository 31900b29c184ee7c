// What the package uses to start clients, too; npm run live builds it anew.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { refuse } from "./usage.js";

const file = new URL("../src/generated/real.js", import.meta.url);
if (!existsSync(fileURLToPath(file)))
  refuse("src/generated/real.js is missing; use `npm ci` and `node build/real.js`");

/** @type {typeof import("../src/real/index.ts")} */
const real = await import(file.href);
export const { asked, callingEach, offering, stringsIn, textWith, toolResults } = real;
export const { clientRunner, scrubbedEnvironment, startMockModel } = real;
export const { canIsolate, isOffline, isolated, realClients } = real;
