import { Global, Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChains } from './audit-chains.js';
import { AuditReseal } from './audit-reseal.js';
import { AuditVerification } from './audit-verification.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditTrail } from './audit.service.js';
import { RefusalRecorder } from './refusal-recorder.js';
import { AuditAnchorRepository } from './retention/audit-anchor.repository.js';
import { AuditRetention } from './retention/audit-retention.js';

/** Global, because every module records actions. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditTrail,
    AuditChains,
    AuditVerification,
    AuditReseal,
    AuditRepository,
    AuditChainRepository,
    AuditAnchorRepository,
    AuditRetention,
    RefusalRecorder,
  ],
  exports: [AuditTrail, AuditVerification],
})
export class AuditModule {}
