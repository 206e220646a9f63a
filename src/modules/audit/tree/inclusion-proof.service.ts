import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditChainRepository } from '../audit-chain.repository.js';
import { treeHeadOf, type TreeHead } from '../audit-seal.js';
import { AuditRepository } from '../audit.repository.js';
import { inclusionPath, tilesOfPath } from './merkle-tree.js';
import { TileRepository } from './tile.repository.js';

/** That an event is in the tree of its chain. */
export interface InclusionProof {
  id: string;
  hash: Buffer;
  index: number;
  path: Buffer[];
  head: TreeHead;
  seal: Buffer;
}

@Injectable()
export class InclusionProofs {
  constructor(
    private readonly events: AuditRepository,
    private readonly chains: AuditChainRepository,
    private readonly tiles: TileRepository,
    private readonly db: Database,
  ) {}

  /** @throws AppError NOT_FOUND; CONFLICT until the event is in the tree */
  async get({ organizationId }: Principal, id: string): Promise<InclusionProof> {
    const [event, { head: end }] = await this.db.together(() =>
      Promise.all([this.events.find(organizationId, id), this.chains.end(organizationId)]),
    );
    if (!event) throw AppError.notFound('audit_event');
    const { hash, sequence } = event;
    const head = end && treeHeadOf(end);
    const index = (sequence ?? 0) - 1 - (head?.tree_start ?? 0);
    if (!end?.tree_seal || !head || hash === null || index < 0 || index >= head.tree_size) {
      const message = 'The event is not sealed yet; try again in a second';
      throw new AppError('CONFLICT', message, { reason: 'not_sealed' });
    }
    const tiles = await this.tiles.find(organizationId, tilesOfPath(index, head.tree_size));
    return { id, hash, index, path: inclusionPath(index, head.tree_size, tiles), head, seal: end.tree_seal };
  }
}
