import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/auth/principal.js';
import { ReplayCheck } from '../../common/idempotency/replay-check.js';
import { PageService } from './page.service.js';

/** What a replayed answer shows: a document, or a revision with its document. */
interface Shown {
  id: string;
  document_id?: string;
}

/** The document of a replayed answer may have gone to another team since, the draft may be deleted. */
@Injectable()
export class ReplayVisibilityInterceptor extends ReplayCheck<Shown> {
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
