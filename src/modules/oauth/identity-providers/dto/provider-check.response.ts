import { ApiProperty } from '@nestjs/swagger';
import { CHECK_OUTCOMES, CHECKS, type CheckResult } from '../provider-check.service.js';

export class ProviderCheckStepResponse {
  @ApiProperty({ enum: CHECKS })
  check: CheckResult['check'];
  @ApiProperty({ enum: CHECK_OUTCOMES })
  outcome: CheckResult['outcome'];
  /** What was found, and what to do about it. */
  message: string;
}

export class ProviderCheckResponse {
  /** Whether nothing failed; warnings are no failures. */
  ok: boolean;
  /** In the order in which they were made. What comes after an unreachable provider is left out. */
  @ApiProperty({ type: [ProviderCheckStepResponse] })
  checks: ProviderCheckStepResponse[];

  static of(checks: CheckResult[]): ProviderCheckResponse {
    return { ok: checks.every(({ outcome }) => outcome !== 'failed'), checks };
  }
}
