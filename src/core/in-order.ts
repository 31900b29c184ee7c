/**
 * Runs the work for each item, a limited number at a time, and yields the results in order. Rethrows the first error.
 */
export async function inOrder<Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Done>,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  const rest = items.entries();
  const take = async (): Promise<void> => {
    for (const [index, item] of rest) done[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, items.length)) }, take));
  return done;
}
