import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes in use after a collection of garbage. */
export function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
