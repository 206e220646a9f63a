import { Logger, type ArgumentsHost } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { PageErrorFilter } from './page-error.filter.js';

function shown(error: unknown): { status: number; retryAfter: string | undefined; page: string } {
  const got = { status: 0, retryAfter: undefined as string | undefined, page: '' };
  const reply = {
    raw: {},
    status(status: number) {
      got.status = status;
      return this;
    },
    headers(headers: Record<string, string>) {
      got.retryAfter = headers['retry-after'];
      return this;
    },
    type() {
      return this;
    },
    send(page: string) {
      got.page = page;
    },
  };
  const http = { getRequest: () => ({ id: 'req_1' }), getResponse: () => reply };
  new PageErrorFilter('https://service.test').catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return got;
}

describe('PageErrorFilter', () => {
  // Silences the logged error.
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it.each([
    ['RATE_LIMIT_EXCEEDED', '1800', 429, 'Too many requests', 'Wait 30 minutes, then load this page again.'],
    ['RATE_LIMIT_EXCEEDED', '61', 429, 'Too many requests', 'Wait 2 minutes, then load this page again.'],
    ['SERVICE_UNAVAILABLE', '5', 503, 'The service is busy', 'Wait 5 seconds, then load this page again.'],
  ] as const)('says of %s how long to wait: %s s', (code, seconds, status, title, words) => {
    const { page, ...rest } = shown(new AppError(code, 'No', {}, { headers: { 'retry-after': seconds } }));
    expect(rest).toEqual({ status, retryAfter: seconds });
    expect(page).toContain(title);
    expect(page).toContain(words);
  });

  it('says so of a database that is away', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(shown(away).page).toContain('Wait 5 seconds');
  });
});
