import fc from "fast-check";
import { describe, it } from "vitest";
import { fuzzTargets, inputsOf, tryInput } from "./support/fuzz.ts";
import { samples } from "./support/samples.ts";

describe.each(fuzzTargets(new URL("..", import.meta.url)))("$name", (target) => {
  it("holds on inputs that once broke it", async () => {
    for (const [name, bytes] of target.kept)
      await tryInput(target, bytes).catch((cause: unknown) => {
        throw new Error(name, { cause });
      });
  });

  it("holds on changed seeds", async () => {
    const inputs = await inputsOf(target);
    await fc.assert(
      fc.asyncProperty(inputs, (bytes) => tryInput(target, bytes)),
      samples(60),
    );
  });
});
