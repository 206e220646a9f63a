import { Global, Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditReseal } from './audit-reseal.js';
import { AuditVerification } from './audit-verification.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditTrail } from './audit.service.js';
import { RefusalRecorder } from './refusal-recorder.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';
import { AuditRetention } from './retention/audit-retention.js';
import { AuditSealer } from './sealing/audit-sealer.js';
import { ChainSealer } from './sealing/chain-sealer.js';
import { SealingRepository } from './sealing/sealing.repository.js';
import { UnsealedEventRepository } from './sealing/unsealed-event.repository.js';
import { InclusionProofs } from './tree/inclusion-proof.service.js';
import { TileRepository } from './tree/tile.repository.js';

/** Global, because every module records actions. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditTrail,
    AuditVerification,
    AuditReseal,
    AuditRepository,
    AuditChainRepository,
    AuditAnchorRepository,
    AuditRetention,
    AuditSealer,
    ChainSealer,
    SealingRepository,
    UnsealedEventRepository,
    InclusionProofs,
    TileRepository,
    RefusalRecorder,
  ],
  exports: [AuditTrail, AuditVerification],
})
export class AuditModule {}
