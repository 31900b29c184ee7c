/**
 * Bytes of bytecode that V8 runs through a function before it thinks of optimising it; its own default is 132 KiB.
 * A run over thousands of skills is over before most of that work has paid: a third of all CPU time went to it.
 */
const patience = 700_000;

/** V8 11, of Node 20, knows the flag; later ones split it up, and waste less. A library must not do this to its host. */
export async function tuneEngine(): Promise<void> {
  if (!process.versions.v8.startsWith("11.")) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(`--interrupt-budget=${patience}`);
}
