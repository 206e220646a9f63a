import { LIMITS } from './limits.js';

/** A map without the bound that V8 sets on one: entries are kept in several. Nothing is ever taken out. */
export class ShardedMap<Value> {
  private readonly shards: Map<string, Value>[] = [new Map<string, Value>()];

  /** @param shardSize entries of one map */
  constructor(private readonly shardSize = LIMITS.mapEntries) {}

  get(key: string): Value | undefined {
    for (const shard of this.shards) {
      const value = shard.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Adds a key that is not there yet. */
  add(key: string, value: Value): void {
    let last = this.shards.at(-1)!;
    if (last.size >= this.shardSize) this.shards.push((last = new Map<string, Value>()));
    last.set(key, value);
  }
}
