import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretRotation, type ResealStep } from '../../common/crypto/secret-rotation.js';
import { Secrets } from '../../common/crypto/secrets.js';
import { Database } from '../../common/database/database.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { ANCHOR, isSealedBy, isSealedByPresent, sealOf } from './audit-seal.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';

/** Reseals heads and anchors when the master key changes. Invalid seals stay invalid, so verification findings are preserved. */
@Injectable()
export class AuditReseal implements ResealStep, OnModuleInit {
  readonly name = 'audit_chains.seal';

  constructor(
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
    let count = 0;
    for (const chain of await this.chains.names()) if (await this.reseal(chain)) count += 1;
    for (const chain of await this.anchors.names()) if (await this.resealAnchor(chain)) count += 1;
    return count;
  }

  private reseal(chain: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const head = await this.chains.lockHead(chain);
      if (!head || isSealedByPresent(head, this.secrets) || !isSealedBy(head, this.secrets)) return false;
      await this.chains.updateHead({ ...head, seal: sealOf(head, this.secrets) });
      return true;
    });
  }

  private resealAnchor(chain: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const anchor = await this.anchors.lock(chain);
      if (!anchor || isSealedByPresent(anchor, this.secrets, ANCHOR)) return false;
      if (!isSealedBy(anchor, this.secrets, ANCHOR)) return false;
      await this.anchors.save({ ...anchor, seal: sealOf(anchor, this.secrets, ANCHOR) });
      return true;
    });
  }
}
