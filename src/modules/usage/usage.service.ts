import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { AppError } from '../../common/errors/app-error.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import { DeprecatedCalls } from '../../integrations/metering/deprecated-calls.js';
import { TokenMeter } from '../../integrations/metering/token-meter.js';
import { UsageMeter } from '../../integrations/metering/usage-meter.js';
import { DeprecationRepository, type DeprecatedCallRow } from './deprecations/deprecation.repository.js';
import { COUNTS, UsageRepository, type UsageCounts, type UsageDay } from './usage.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
/** There was no year 0. */
const FIRST_DAY = '0001-01-01';

/** Days as `YYYY-MM-DD`, UTC; both ends inclusive. */
export interface UsagePeriod {
  from: string;
  to: string;
}

export interface Usage extends UsagePeriod {
  days: UsageDay[];
  totals: UsageCounts;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly meter: UsageMeter,
    private readonly tokens: TokenMeter,
    private readonly deprecated: DeprecatedCalls,
    private readonly deprecations: DeprecationRepository,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** The last seconds of other processes are missing. @throws AppError INVALID_REQUEST for days in the wrong order, or too many */
  async report({ organizationId }: Principal, asked: Partial<UsagePeriod>): Promise<Usage> {
    const today = dayOf(Date.now());
    const period = periodOf(asked, today);
    await Promise.all([this.meter.flush(), this.tokens.flush()]);
    const days = await this.usage.listDays(organizationId, period);
    const last = days.at(-1);
    if (last?.date === today) Object.assign(last, await this.usage.stored(organizationId));
    return { ...period, days, totals: totalOf(days) };
  }

  /** Who calls what is deprecated. The last seconds of other processes are missing. */
  async listDeprecatedCalls({ organizationId }: Principal, query: PageQuery): Promise<Page<DeprecatedCallRow>> {
    await this.deprecated.flush();
    return this.paginator.page('deprecations', query, (afterId, rowCount) =>
      this.deprecations.list(organizationId, afterId, rowCount),
    );
  }
}

function periodOf({ from: first, to: last }: Partial<UsagePeriod>, today: string): UsagePeriod {
  const to = last === undefined || last > today ? today : last;
  const begin = dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const from = first ?? (begin < FIRST_DAY ? FIRST_DAY : begin);
  if (from > to) throw AppError.invalid([{ field: 'from', issue: `must not be after ${to}` }]);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS) {
    throw AppError.invalid([
      { field: 'from', issue: `must be at most ${MAX_DAYS} days before ${to}, that day included` },
    ]);
  }
  return { from, to };
}

function totalOf(days: readonly UsageDay[]): UsageCounts {
  const sum = (what: keyof UsageCounts): number => days.reduce((total, day) => total + day[what], 0);
  return Object.fromEntries(COUNTS.map((what) => [what, sum(what)])) as unknown as UsageCounts;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
