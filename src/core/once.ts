/** Runs the function on the first call and caches its result. */
export function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** As `once`, for each argument object. A result is cached as long as its object exists. */
export function onceForEach<Thing extends object, Answer>(
  work: (thing: Thing) => Answer,
): (thing: Thing) => Answer {
  const known = new WeakMap<Thing, { readonly answer: Answer }>();
  return (thing) => {
    let found = known.get(thing);
    if (!found) known.set(thing, (found = { answer: work(thing) }));
    return found.answer;
  };
}
