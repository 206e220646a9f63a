import { Inject, Injectable } from '@nestjs/common';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import { PAGE_HEADERS } from './page-headers.js';
import { rootOf } from './page-root.js';
import { noticePage, type Notice } from './views/notices.js';

/** Renders notices of other modules in the layout of the sign-in pages. */
@Injectable()
export class NoticePages {
  readonly headers = PAGE_HEADERS;
  private readonly root: string;

  constructor(@Inject(TOKEN_ISSUER) issuer: string) {
    this.root = rootOf(issuer);
  }

  /** Renders a complete HTML document. Texts are plain text; URLs of this service start at `/api`. */
  notice(notice: Notice): string {
    return noticePage(this.root, notice);
  }
}
