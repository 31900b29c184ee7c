/** Does the work when it is first asked for, and hands out what came of it from then on. */
export function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}
