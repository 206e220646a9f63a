/** All items of a list that is short enough to choose from, as `paginate` of the client reads it. */
export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
