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

/**
 * As `once`, for each text. Only the results for the last few texts are cached: each modeled client reads the same
 * file, often the same part of it, before the next file is read.
 */
export function onceForRecent<Answer>(
  work: (text: string) => Answer,
  most = mostRecent,
): (text: string) => Answer {
  const texts: string[] = [];
  const answers: Answer[] = [];
  let next = 0;
  return (text) => {
    const found = texts.indexOf(text);
    if (found !== -1) return answers[found]!;
    const answer = work(text);
    texts[next] = text;
    answers[next] = answer;
    next = (next + 1) % most;
    return answer;
  };
}

const mostRecent = 4;
