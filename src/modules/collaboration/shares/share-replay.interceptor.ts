import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { ReplayCheck } from '../../../common/idempotency/replay-check.js';
import { ShareResponse } from './dto/share.response.js';
import { ShareService } from './share.service.js';

/**
 * In place of the first answer to a request that is repeated gives the shares as they are now: they may be changed, cut or
 * ended since, or the document be out of the caller's sight.
 */
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
