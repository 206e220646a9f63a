import { Inject, Injectable } from '@nestjs/common';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { PAGE_HEADERS } from './page-headers.js';
import { rootOf } from './page-root.js';
import { noticePage, type Notice } from './views/notices.js';

/** Short pages of other modules, in the frame of the sign-in pages. */
@Injectable()
export class NoticePages {
  /** To be sent with each of them. */
  readonly headers = PAGE_HEADERS;
  private readonly root: string;

  constructor(@Inject(TOKEN_ISSUER) issuer: string) {
    this.root = rootOf(issuer);
  }

  /** A whole HTML document; everything in the notice is plain text. Addresses of this service are given from its `/api` on. */
  notice(notice: Notice): string {
    return noticePage(this.root, notice);
  }
}
