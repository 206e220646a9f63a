/** All of a series, once it has ended. */
export async function collect<T>(series: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of series) all.push(one);
  return all;
}
