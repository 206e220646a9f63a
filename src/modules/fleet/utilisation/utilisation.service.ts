import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { AircraftService } from '../aircraft.service.js';
import type { ImportUtilisationRequest, ReadingRequest } from './dto/utilisation.request.js';
import type { UtilisationImportResponse } from './dto/utilisation.response.js';
import { issueOf, latestDate, type Totals } from './totals.js';
import { readUtilisation, type UtilisationRow } from './utilisation-csv.js';
import type { UtilisationReading } from './utilisation.entity.js';
import { UtilisationRepository, type ReadingRow } from './utilisation.repository.js';

export { earliestDate, latestDate } from './totals.js';

/** Hours and cycles of aircraft since new. They never run backwards. */
@Injectable()
export class UtilisationService {
  constructor(
    private readonly db: Database,
    private readonly aircraft: AircraftService,
    private readonly readings: UtilisationRepository,
    private readonly paginator: KeysetPaginator,
    private readonly audit: AuditTrail,
  ) {}

  /** Latest date first. @throws AppError NOT_FOUND */
  async list(principal: Principal, aircraftId: string, query: PageQuery): Promise<Page<ReadingRow>> {
    await this.aircraft.get(principal, aircraftId);
    const page = await this.paginator.page(`utilisation ${aircraftId}`, query, async (after, rowCount) => {
      const { rows, ...count } = await this.readings.list(aircraftId, after, rowCount);
      // The cursor holds the date.
      return { rows: rows.map((row) => ({ id: row.date, row })), ...count };
    });
    return page.map(({ row }) => row);
  }

  /** @throws AppError NOT_FOUND, INVALID_REQUEST for totals that do not fit, CONFLICT (already_exists) for a date that has others */
  record(
    { organizationId, userId }: Principal,
    aircraftId: string,
    { replace, ...request }: ReadingRequest,
  ): Promise<UtilisationReading> {
    const totals: Totals = { aircraft_id: aircraftId, ...request, flight_cycles: request.flight_cycles ?? null };
    if (totals.date > latestDate()) throw AppError.invalid([{ field: 'date', issue: 'is in the future' }]);
    return this.db.transaction(async () => {
      if (!(await this.readings.lock(organizationId, aircraftId))) throw AppError.notFound('aircraft');
      const [[before], misfits] = await this.db.together(() =>
        Promise.all([this.readings.findSame([totals]), this.readings.findMisfits([totals])]),
      );
      if (before && isEqual(before, totals)) return before;
      if (before && !replace) {
        throw AppError.conflict('already_exists', 'There is another reading of this date; set replace to correct it');
      }
      if (misfits.length > 0) throw AppError.invalid(misfits.map(issueOf));
      const [reading] = await this.readings.save([{ id: newId('utilisation_reading'), ...totals }], 'api', userId);
      const replaced = before ? { replaced: totalsOf(before) } : {};
      await this.audit.record({
        action: 'aircraft.utilisation_recorded',
        target: { type: 'aircraft', id: aircraftId },
        details: { ...totalsOf(totals), ...replaced },
      });
      return reading!;
    });
  }

  /** @throws AppError NOT_FOUND */
  async remove({ organizationId }: Principal, aircraftId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.readings.lock(organizationId, aircraftId))) throw AppError.notFound('aircraft');
      const deleted = await this.readings.delete(aircraftId, id);
      if (!deleted) throw AppError.notFound('utilisation_reading');
      const target = { type: 'aircraft', id: aircraftId };
      await this.audit.record({ action: 'aircraft.utilisation_deleted', target, details: totalsOf(deleted) });
    });
  }

  /** Takes a file as a whole or not at all. @throws AppError INVALID_REQUEST with the lines that are wrong */
  importFile(
    { organizationId, userId }: Principal,
    { csv, dry_run, replace }: ImportUtilisationRequest,
  ): Promise<UtilisationImportResponse> {
    const rows = readUtilisation(csv);
    return this.db.transaction(async () => {
      const registrations = [...new Set(rows.map(({ registration }) => registration))];
      const known = await this.readings.lockByRegistration(organizationId, registrations);
      const given = identified(rows, new Map(known.map(({ id, registration }) => [registration, id])));
      const before = new Map((await this.readings.findSame(given)).map((one) => [keyOf(one), one]));
      const others = given.filter((one) => before.has(keyOf(one)) && !isEqual(before.get(keyOf(one))!, one));
      if (others.length > 0 && !replace) {
        const issue = 'differs from the reading of this date; set replace to correct it';
        throw AppError.invalid(others.map(({ line }) => ({ field: `line ${line}`, issue })));
      }
      await this.refuseMisfits(given);
      const added = given.filter((one) => !before.has(keyOf(one)));
      const counts = { created: added.length, replaced: others.length };
      const changed = [...added, ...others];
      if (!dry_run && changed.length > 0) {
        const readings = changed.map((one) => ({ id: newId('utilisation_reading'), ...one }));
        await this.readings.save(readings, 'import', userId);
        await this.audit.record({ action: 'aircraft.utilisation_imported', details: counts });
      }
      return { dry_run, rows: rows.length, ...counts, unchanged: given.length - changed.length };
    });
  }

  private async refuseMisfits(given: readonly (Totals & { line: number })[]): Promise<void> {
    const issues: FieldIssue[] = [];
    for (const misfit of await this.readings.findMisfits(given)) {
      const { aircraft_id, date, is_new, flight_cycles } = misfit;
      const { field, issue } = issueOf(misfit);
      // The line of the later totals, or that of the totals before which do not fit them.
      const wrong = given
        .filter((one) => one.aircraft_id === aircraft_id && (is_new ? one.date === date : one.date < date))
        .filter((one) => is_new || field === 'flight_hours' || (one.flight_cycles ?? 0) > (flight_cycles ?? 0))
        .sort((one, other) => (one.date < other.date ? 1 : -1))[0];
      issues.push({ field: wrong ? `line ${wrong.line}` : 'csv', issue: `${field} ${issue}` });
    }
    if (issues.length > 0) throw AppError.invalid(issues);
  }
}

/** @throws AppError INVALID_REQUEST for a registration that no aircraft has, and dates named twice */
function identified(rows: readonly UtilisationRow[], ids: ReadonlyMap<string, string>): (Totals & { line: number })[] {
  const issues: FieldIssue[] = [];
  const seen = new Map<string, number>();
  const given = rows.map(({ registration, ...row }) => {
    const aircraft_id = ids.get(registration);
    const refuse = (issue: string): void => void issues.push({ field: `line ${row.line}`, issue });
    if (aircraft_id === undefined) refuse(`registration: ${registration} is not in the register`);
    const key = `${registration} ${row.date}`;
    if (seen.has(key)) refuse(`repeats the date of line ${seen.get(key)}`);
    seen.set(key, row.line);
    return { ...row, aircraft_id: aircraft_id ?? '' };
  });
  if (issues.length > 0) throw AppError.invalid(issues);
  return given;
}

const keyOf = ({ aircraft_id, date }: Totals): string => `${aircraft_id} ${date}`;

function isEqual(one: Totals, other: Totals): boolean {
  return one.flight_hours === other.flight_hours && one.flight_cycles === other.flight_cycles;
}

function totalsOf({ date, flight_hours, flight_cycles }: Totals): Record<string, unknown> {
  return { date, flight_hours, flight_cycles };
}
