import { Global, Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChains } from './audit-chains.js';
import { AuditTrail } from './audit.service.js';

/** Global: acts worth recording happen in every module. */
@Global()
@Module({ providers: [AuditTrail, AuditChains, AuditChainRepository], exports: [AuditTrail] })
export class AuditModule {}
