import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { ReplayCheck } from '../../../common/idempotency/replay-check.js';
import { ShareResponse } from './dto/share.response.js';
import { ShareService } from './share.service.js';

/** Answers a repeated request with the current state of the shares, if the caller can still see them. */
@Injectable()
export class ShareReplayInterceptor extends ReplayCheck<ShareResponse[]> {
  constructor(private readonly shares: ShareService) {
    super();
  }

  protected async showAgain(principal: Principal, shown: ShareResponse[]): Promise<ShareResponse[]> {
    const shares = await this.shares.getAll(
      principal,
      shown.map(({ id }) => id),
    );
    return shares.map((share) => ShareResponse.from(share));
  }
}
