import { Injectable } from '@nestjs/common';
import { ReplayCheck } from '../../../common/idempotency/replay-check.js';
import type { Principal } from '../../../common/principal/principal.js';
import { DiscrepancyService } from './discrepancy.service.js';
import { DiscrepancyResponse } from './dto/discrepancy.response.js';

/** Answers a repeated request with the current state of the report, if the caller can still see it. */
@Injectable()
export class DiscrepancyReplayInterceptor extends ReplayCheck<DiscrepancyResponse> {
  constructor(private readonly reports: DiscrepancyService) {
    super();
  }

  protected async showAgain(principal: Principal, { id }: DiscrepancyResponse): Promise<DiscrepancyResponse> {
    const row = await this.reports.get(principal, id);
    return DiscrepancyResponse.of(row, this.reports.mayManage(principal, row));
  }
}
