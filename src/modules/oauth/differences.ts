import { isDeepStrictEqual } from 'node:util';

export type Differences<K extends string> = Partial<Record<K, { from: unknown; to: unknown }>>;

/** The changed fields with their old and new values. */
export function differences<K extends string>(
  fields: readonly K[],
  before: Readonly<Record<K, unknown>>,
  after: Readonly<Record<K, unknown>>,
): Differences<K> {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  ) as Differences<K>;
}
