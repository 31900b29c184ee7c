/** Does the work when it is first asked for, and hands out what came of it from then on. */
export function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** The same for each thing that is asked about; the answer lives as long as the thing. */
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
