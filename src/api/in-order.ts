/** Does the work for each of them, so many at a time, and hands out what came of it in their order. What is thrown first is thrown on. */
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
