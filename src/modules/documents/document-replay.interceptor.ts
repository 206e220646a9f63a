import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { ReplayCheck } from '../../common/idempotency/replay-check.js';
import { PageService } from './page.service.js';

interface Shown {
  id: string;
  document_id?: string;
}

/** Checks that the caller can still see the document or draft of a replayed answer. */
@Injectable()
export class DocumentReplayInterceptor extends ReplayCheck<Shown> {
  constructor(private readonly pages: PageService) {
    super();
  }

  protected async showAgain(principal: Principal, shown: Shown): Promise<Shown> {
    const { id, document_id } = shown;
    if (document_id === undefined) await this.pages.getRevision(principal, id);
    else await this.pages.getRevision(principal, document_id, id);
    return shown;
  }
}
