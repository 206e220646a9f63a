import { Injectable, Logger } from '@nestjs/common';
import { Secrets } from '../../../common/crypto/secrets.js';
import { Database } from '../../../common/database/database.js';
import { EventLoopYielder } from '../../../common/runtime/event-loop-yielder.js';
import { AuditChainRepository } from '../audit-chain.repository.js';
import { GENESIS_HASH, hashOf } from '../audit-hash.js';
import { HEAD, RECORD, TREE, treeHeadOf } from '../audit-seal.js';
import { GrowingTree, leafHash } from '../tree/merkle-tree.js';
import { TileRepository, type ChainTile } from '../tree/tile.repository.js';
import { SealingRepository, type LockedHead, type SealedEvent } from './sealing.repository.js';
import { UnsealedEventRepository, type Place, type UnsealedEvent } from './unsealed-event.repository.js';

/** Leaves of older events that one transaction adds to a tree. */
const LEAVES = 5_000;

/** What is written at the end of a batch. */
interface Batch {
  heads: LockedHead[];
  events: SealedEvent[];
  tiles: ChainTile[];
  removed: UnsealedEvent[];
}

/** Where the next batch of a chain starts; `isDone` when nothing was left. */
export type Progress = Place & { isDone: boolean };

/**
 * Gives unsealed events their place: the next number and the previous hash in the chain, and the next leaf of the tree. The lock of the
 * chain's head makes concurrent sealers, and nodes of the release before, take turns.
 */
@Injectable()
export class ChainSealer {
  private readonly logger = new Logger('Audit');
  /** Findings that are in the log already. */
  private readonly logged = new Set<string>();

  constructor(
    private readonly sealing: SealingRepository,
    private readonly unsealed: UnsealedEventRepository,
    private readonly chains: AuditChainRepository,
    private readonly tiles: TileRepository,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  /** Seals at most `count` events of each chain, in one transaction. */
  async sealSome(places: readonly Place[], count: number): Promise<Progress[]> {
    const names = places.map(({ chain }) => chain).sort();
    return this.db.transaction(async () => {
      await this.sealing.createHeads(names.map((chain) => ({ chain, seal: HEAD.seal(emptyEnd(chain), this.secrets) })));
      const [heads, closed, edges, events] = await this.db.together(() =>
        Promise.all([
          this.sealing.lockHeads(names),
          this.sealing.listClosed(names),
          this.tiles.findEdges(names),
          this.unsealed.listAfter(places, count),
        ]),
      );
      const batch: Batch = { heads: [], events: [], tiles: [], removed: [] };
      const progress: Progress[] = [];
      for (const place of places) {
        const { chain } = place;
        const own = events.filter((event) => event.chain === chain);
        const next = { chain, after: own.at(-1)?.arrival ?? place.after, isDone: own.length < count };
        const head = heads.find((candidate) => candidate.chain === chain);
        if (closed.includes(chain)) batch.removed.push(...own);
        else if (head) {
          let tree = this.treeOf(head, edges);
          const older = tree ? await this.addOlderLeaves(head, tree) : 'none';
          if (older === 'gap') tree = null;
          // The new events wait for another batch.
          if (older === 'added') Object.assign(next, { ...place, isDone: false });
          else await this.sealEvents(head, tree, own, batch);
          this.closeHead(head, tree, batch);
        }
        progress.push(next);
      }
      await this.write(batch);
      return progress;
    });
  }

  private async sealEvents(
    head: LockedHead,
    tree: GrowingTree | null,
    events: readonly UnsealedEvent[],
    batch: Batch,
  ): Promise<void> {
    const yielder = new EventLoopYielder();
    const isSealed = HEAD.isSealed(head, head.seal, this.secrets);
    // A forged head is never sealed, so that verification reports it.
    if (!isSealed) this.logOnce(head.chain, 'the seal of an audit chain is invalid; run npm run audit:verify');
    const ids = new Set<string>();
    for (const event of events) {
      await yielder.yieldIfDue();
      if (event.is_known || ids.has(event.id) || !RECORD.isSealed(event, event.mac, this.secrets)) {
        this.logOnce(head.chain, 'an unsealed audit event is not of this service; run npm run audit:verify');
        continue;
      }
      ids.add(event.id);
      const place = { sequence: head.last_sequence + 1, previous_hash: head.last_hash };
      const hash = hashOf({ ...event, ...place });
      batch.events.push({ event, ...place, hash });
      batch.removed.push(event);
      head.last_sequence = place.sequence;
      head.last_hash = hash;
      tree?.append(leafHash(hash));
    }
    if (isSealed) head.seal = HEAD.seal(head, this.secrets);
  }

  /** Null when the stored tree is damaged: it stays as it is, and verification reports it. */
  private treeOf(head: LockedHead, edges: readonly ChainTile[]): GrowingTree | null {
    // An empty tree begins after events that are removed already.
    if (!head.tree_size) head.tree_start = head.removed;
    try {
      const own = edges.filter(({ chain }) => chain === head.chain);
      const tree = new GrowingTree(head.tree_size ?? 0, own);
      if (!head.tree_size || tree.root().equals(head.tree_root ?? GENESIS_HASH)) return tree;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    this.logOnce(head.chain, 'the tree of an audit chain is damaged; run npm run audit:verify');
    return null;
  }

  /** Adds events to the tree that are in the chain already. A gap is for verification to report. */
  private async addOlderLeaves(head: LockedHead, tree: GrowingTree): Promise<'none' | 'added' | 'gap'> {
    const first = (head.tree_start ?? 0) + tree.size;
    if (first >= head.last_sequence) return 'none';
    const older = await this.chains.hashesAfter(head.chain, first, LEAVES);
    const yielder = new EventLoopYielder();
    let last = first;
    for (const { sequence, hash } of older) {
      if (sequence !== last + 1) break;
      await yielder.yieldIfDue();
      tree.append(leafHash(hash));
      last = sequence;
    }
    return last > first ? 'added' : 'gap';
  }

  /** Seals the tree, unless it was sealed by others. */
  private closeHead(head: LockedHead, tree: GrowingTree | null, batch: Batch): void {
    const { chain } = head;
    const before = treeHeadOf(head);
    batch.heads.push(head);
    if (!tree || (before !== null && tree.size === before.tree_size)) return;
    const isSealed = before === null || TREE.isSealed(before, head.tree_seal, this.secrets);
    const after = {
      chain,
      tree_start: head.tree_start ?? 0,
      tree_size: tree.size,
      tree_root: tree.root(),
      sealed_at: new Date(),
    };
    Object.assign(head, after);
    if (isSealed) head.tree_seal = TREE.seal(after, this.secrets);
    else this.logOnce(chain, 'the seal of an audit tree is invalid; run npm run audit:verify');
    batch.tiles.push(...[...tree.takeComplete(), ...tree.growing()].map((tile) => ({ ...tile, chain })));
  }

  private async write({ heads, events, tiles, removed }: Batch): Promise<void> {
    if (heads.length > 0) await this.chains.updateHeads(heads);
    await this.tiles.save(tiles);
    await this.sealing.insert(events);
    await this.unsealed.remove(removed);
  }

  private logOnce(chain: string, message: string): void {
    const finding = `${chain} ${message}`;
    if (this.logged.has(finding)) return;
    this.logged.add(finding);
    this.logger.error({ chain }, message);
  }
}

const emptyEnd = (chain: string) => ({ chain, last_sequence: 0, last_hash: GENESIS_HASH });
