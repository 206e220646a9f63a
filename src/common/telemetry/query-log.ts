import { Inject, Injectable, Logger } from '@nestjs/common';

/** Injection token: whether queries are logged. */
export const LOG_QUERY_TEXT = Symbol('query texts in the log');

/** Logs searches and questions for diagnosis, if enabled. */
@Injectable()
export class QueryLog {
  private readonly logger = new Logger(QueryLog.name);

  constructor(@Inject(LOG_QUERY_TEXT) private readonly isWanted: boolean) {}

  note(kind: 'search' | 'suggest' | 'chat', text: string): void {
    if (this.isWanted) this.logger.log({ kind, query_text: text }, 'query');
  }
}
