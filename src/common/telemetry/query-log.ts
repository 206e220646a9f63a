import { Inject, Injectable, Logger } from '@nestjs/common';

/** Injection token: whether the log tells what people look for. */
export const LOG_QUERY_TEXT = Symbol('query texts in the log');

/** Tells what people search for and ask, to whoever has to find a fault with it; only by a setting. */
@Injectable()
export class QueryLog {
  private readonly logger = new Logger(QueryLog.name);

  constructor(@Inject(LOG_QUERY_TEXT) private readonly isWanted: boolean) {}

  note(kind: 'search' | 'suggest' | 'chat', text: string): void {
    if (this.isWanted) this.logger.log({ kind, query_text: text }, 'query');
  }
}
