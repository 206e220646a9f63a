import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretRotation, type ResealStep } from '../../common/crypto/secret-rotation.js';
import { Secrets } from '../../common/crypto/secrets.js';
import { Database } from '../../common/database/database.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { ANCHOR, HEAD, TREE, treeHeadOf, type SealKind } from './audit-seal.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';
import { AuditSealer } from './sealing/audit-sealer.js';

/**
 * Seals the events that were recorded under the previous master key, and reseals heads and anchors. Invalid seals stay invalid, so
 * verification findings are preserved.
 */
@Injectable()
export class AuditReseal implements ResealStep, OnModuleInit {
  readonly name = 'audit_chains.seal';

  constructor(
    private readonly sealer: AuditSealer,
    private readonly chains: AuditChainRepository,
    private readonly anchors: AuditAnchorRepository,
    private readonly rotation: SecretRotation,
    private readonly secrets: Secrets,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    this.rotation.onRotated(this);
  }

  async run(): Promise<number> {
    await this.sealer.sealAll();
    let count = 0;
    for (const chain of await this.chains.names()) if (await this.reseal(chain)) count += 1;
    for (const chain of await this.anchors.names()) if (await this.resealAnchor(chain)) count += 1;
    return count;
  }

  private reseal(chain: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const head = await this.chains.lockHead(chain);
      if (!head) return false;
      const tree = treeHeadOf(head);
      const seal = this.renewed(HEAD, head, head.seal);
      const treeSeal = tree && this.renewed(TREE, tree, head.tree_seal);
      if (!seal && !treeSeal) return false;
      await this.chains.updateHeads([{ ...head, seal: seal ?? head.seal, tree_seal: treeSeal ?? head.tree_seal }]);
      return true;
    });
  }

  private resealAnchor(chain: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const anchor = await this.anchors.lock(chain);
      const seal = anchor && this.renewed(ANCHOR, anchor, anchor.seal);
      if (!anchor || !seal) return false;
      await this.anchors.save({ ...anchor, seal });
      return true;
    });
  }

  /** Null when the present key made the seal, or none did. */
  private renewed<T>(kind: SealKind<T>, value: T, seal: Buffer | null): Buffer | null {
    const isOfPrevious = !kind.isSealedByPresent(value, seal, this.secrets) && kind.isSealed(value, seal, this.secrets);
    return isOfPrevious ? kind.seal(value, this.secrets) : null;
  }
}
