import { ApiProperty } from '@nestjs/swagger';
import { CHECK_OUTCOMES, CHECKS, type CheckResult } from '../provider-check.service.js';

export class ProviderCheckStepResponse {
  @ApiProperty({ enum: CHECKS })
  check: CheckResult['check'];
  @ApiProperty({ enum: CHECK_OUTCOMES })
  outcome: CheckResult['outcome'];
  /** The result and how to resolve a problem. */
  message: string;
}

export class ProviderCheckResponse {
  /** Whether no check failed. Warnings are not failures. */
  ok: boolean;
  /** In order of execution. An unreachable provider ends the checks. */
  @ApiProperty({ type: [ProviderCheckStepResponse] })
  checks: ProviderCheckStepResponse[];

  static of(checks: CheckResult[]): ProviderCheckResponse {
    return { ok: checks.every(({ outcome }) => outcome !== 'failed'), checks };
  }
}
