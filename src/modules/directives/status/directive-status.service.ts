import { Injectable } from '@nestjs/common';
import { warnClient } from '../../../common/context/request-context.js';
import { Database } from '../../../common/database/database.js';
import { AppError } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { newId } from '../../../common/ids/type-id.js';
import { KeysetPaginator } from '../../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../../common/pagination/page-query.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Principal, Reader } from '../../../common/principal/principal.js';
import { ApplicabilityService, type Aircraft } from '../../applicability/applicability.service.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { DocumentService } from '../../documents/document.service.js';
import { AircraftService } from '../../fleet/aircraft.service.js';
import type { Directive } from '../directive.entity.js';
import { DirectiveStatusChanged } from '../directive.events.js';
import { DirectiveService } from '../directive.service.js';
import { FOR_INFORMATION, MAX_RECORDS } from '../dto/directive-types.js';
import { DirectiveStatusRepository, type AircraftTotals, type RecordRow } from './directive-status.repository.js';
import type { DirectiveRecord } from './directive-record.entity.js';
import type { DirectiveRecordRequest, ListAircraftDirectivesQuery } from './dto/directive-status.request.js';
import { isDueWithin, isLater, STALE_AFTER_DAYS, type DueWithin, type Now } from './due.js';
import { issuesOf, misfitsOf } from './record.policy.js';
import { standingOf, type Standing } from './standing.js';

const DAY_MS = 86_400_000;

/** A directive on an aircraft. */
export interface AircraftDirective extends Standing {
  aircraft: Aircraft;
  /** The reader might not see the document. */
  directive: Pick<
    Directive,
    'id' | 'kind' | 'number' | 'issuer' | 'title' | 'mandatory' | 'effective_date' | 'document_id'
  >;
  /** Null if it is not known, or was not asked. */
  due_within: boolean | null;
  /** Date of the latest reading of the aircraft. */
  data_as_of: string | null;
  /** Of the latest reading with cycles. */
  cycles_as_of: string | null;
}

/** What directives are on aircraft. It informs: the operator's maintenance records decide. */
@Injectable()
export class DirectiveStatusService {
  constructor(
    private readonly db: Database,
    private readonly directives: DirectiveService,
    private readonly aircraft: AircraftService,
    private readonly applicability: ApplicabilityService,
    private readonly statuses: DirectiveStatusRepository,
    private readonly documents: DocumentService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
  ) {}

  /** By status, then by due date and hours. @throws AppError NOT_FOUND */
  async list(
    principal: Principal,
    aircraftId: string,
    query: ListAircraftDirectivesQuery,
  ): Promise<Page<AircraftDirective>> {
    const {
      status,
      kind,
      mandatory,
      due_within_hours: hours,
      due_within_cycles: cycles,
      due_within_days: days,
    } = query;
    const within = { hours, cycles, days };
    const page = await this.paginator.page(`directives of ${aircraftId}`, query, async (after, rowCount) => {
      const all = await this.standings(principal, aircraftId, within);
      const matching = all
        .filter(({ directive }) => kind === undefined || directive.kind === kind)
        .filter(({ directive }) => mandatory === undefined || directive.mandatory === mandatory)
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => !isAsked(within) || (one.next_due !== null && one.due_within !== false));
      const sorted = matching.map((item) => ({ id: orderOf(item), item })).sort((a, b) => (a.id < b.id ? -1 : 1));
      const rows = sorted.filter(({ id }) => after === null || id > after).slice(0, rowCount);
      return { rows, totalCount: sorted.length };
    });
    return page.map(({ item }) => item);
  }

  /** What is open on an aircraft, or may be: open, deferred and unknown directives, and of these what is due or is not known. @throws AppError NOT_FOUND */
  async openOn(reader: Reader, aircraftId: string, within: DueWithin = {}): Promise<AircraftDirective[]> {
    const all = await this.standings(reader, aircraftId, within);
    const open = all.filter((one) => one.next_due !== null && (!isAsked(within) || one.due_within !== false));
    return open.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  }

  /** Also of a directive that is not in force. @throws AppError NOT_FOUND */
  async get(principal: Principal, aircraftId: string, directiveId: string): Promise<AircraftDirective> {
    const [standing] = await this.standings(principal, aircraftId, {}, directiveId);
    if (!standing) throw AppError.notFound('directive');
    return standing;
  }

  /** Aircraft that are not retired, newest first. @throws AppError NOT_FOUND */
  async listAircraft(principal: Principal, directiveId: string, query: PageQuery): Promise<Page<AircraftDirective>> {
    const directive = await this.directives.get(principal, directiveId);
    const page = await this.paginator.page(`aircraft of ${directiveId}`, query, (afterId, rowCount) =>
      this.statuses.listAircraft(principal.organizationId, directiveId, afterId, rowCount),
    );
    warnClient(FOR_INFORMATION);
    const stale = page.items.filter(({ totals }) => daysSince(totals.date) > STALE_AFTER_DAYS).length;
    if (stale > 0) warnClient(`${stale} of these aircraft have no reading of the last ${STALE_AFTER_DAYS} days.`);
    return page.map(({ aircraft, totals, facts }) => {
      const verdicts = this.applicability.verdictsOf(aircraft);
      const standing = standingOf(directive, facts, aircraft, verdicts, nowOf(totals));
      return { ...standing, aircraft, directive, due_within: null, ...asOf(totals) };
    });
  }

  /** Newest first. @throws AppError NOT_FOUND */
  async listRecords(
    principal: Principal,
    aircraftId: string,
    directiveId: string,
    query: PageQuery,
  ): Promise<Page<RecordRow>> {
    const limits = await this.statuses.findLimits(principal.organizationId, aircraftId, directiveId, null);
    if (!limits) throw AppError.notFound('directive');
    const page = await this.paginator.page(`records ${aircraftId} ${directiveId}`, query, async (after, rowCount) => {
      const { rows, ...count } = await this.statuses.listRecords(principal, aircraftId, directiveId, after, rowCount);
      // The cursor holds the position.
      return { rows: rows.map((row) => ({ id: row.position, row })), ...count };
    });
    return page.map(({ row }) => row);
  }

  /** Appends a record. @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT (too_many_records) */
  record(
    principal: Principal,
    aircraftId: string,
    directiveId: string,
    request: DirectiveRecordRequest,
  ): Promise<Omit<DirectiveRecord, 'position'>> {
    const issues = issuesOf(request);
    if (issues.length > 0) throw AppError.invalid(issues);
    return this.db.transaction(async () => {
      const { organizationId, userId } = principal;
      await this.statuses.lock(organizationId, aircraftId, directiveId);
      const limits = await this.statuses.findLimits(organizationId, aircraftId, directiveId, request.date);
      if (!limits) throw AppError.notFound('directive');
      const misfits = misfitsOf(request, limits);
      if (misfits.length > 0) throw AppError.invalid(misfits);
      if (limits.record_count >= MAX_RECORDS) {
        const message = `A directive has at most ${MAX_RECORDS} records on an aircraft`;
        throw AppError.conflict('too_many_records', message);
      }
      const { document_id } = request;
      if (document_id !== null && (await this.documents.findVisibleIds(principal, [document_id])).length === 0) {
        throw AppError.invalid([{ field: 'document_id', issue: 'is not a document' }]);
      }
      const named = { id: newId('directive_record'), aircraft_id: aircraftId, directive_id: directiveId };
      const record = { ...named, ...request, recorded_by: userId, created_at: new Date() };
      await this.statuses.insert(record);
      const { status } = record;
      const target = { type: 'directive', id: directiveId };
      const details = { aircraft_id: aircraftId, status, record_id: record.id };
      await this.audit.record({ action: 'directive.status_recorded', target, details });
      const directive = { id: directiveId, organization_id: organizationId };
      await this.events.emit(new DirectiveStatusChanged(directive, aircraftId, status));
      return record;
    });
  }

  private async standings(
    reader: Reader,
    aircraftId: string,
    within: DueWithin,
    directiveId: string | null = null,
  ): Promise<AircraftDirective[]> {
    const [aircraft, totals, directives] = await this.db.together(() =>
      Promise.all([
        this.aircraft.get(reader, aircraftId),
        this.statuses.findTotals(aircraftId),
        this.statuses.listForAircraft(reader.organizationId, aircraftId, directiveId),
      ]),
    );
    warnClient(FOR_INFORMATION);
    warnOfAge(aircraft, totals);
    const now = nowOf(totals);
    const verdicts = this.applicability.verdictsOf(aircraft);
    const standings = directives.map((directive) => {
      const standing = standingOf(directive, directive, aircraft, verdicts, now);
      return { ...standing, aircraft, directive, due_within: dueWithin(standing, within, now), ...asOf(totals) };
    });
    const later = standings.filter(exceedsDue).length;
    if (later > 0)
      warnClient(`${later} deferrals of ${aircraft.registration} may end later than the directive is due.`);
    return standings;
  }
}

/** Whether an unknown directive is due is not known, unless what contradicts itself has passed by all accounts. */
function dueWithin({ status, basis, next_due: due }: Standing, within: DueWithin, now: Now): boolean | null {
  if (!due || !isAsked(within)) return null;
  if (status === 'unknown') return (basis === 'contradictory' && due.overdue === true) || null;
  return isDueWithin(due, within, now);
}

function exceedsDue({ status, next_due: deferral, due_if_not_deferred: due }: Standing): boolean {
  return status === 'deferred' && deferral !== null && due !== null && isLater(deferral, due);
}

function nowOf(totals: AircraftTotals): Now {
  const { date, cycles_date, flight_hours, flight_cycles } = totals;
  return { date: today(), flight_hours, flight_cycles, as_of: { flight_hours: date, flight_cycles: cycles_date } };
}

function asOf({ date, cycles_date }: AircraftTotals): Pick<AircraftDirective, 'data_as_of' | 'cycles_as_of'> {
  return { data_as_of: date, cycles_as_of: cycles_date };
}

/** A key that sorts as the list. Keys of one item change when its status does. */
function orderOf({ status, next_due: due, directive }: AircraftDirective): string {
  const rank = status === 'open' ? (due?.overdue === true ? 0 : 1) : 1 + ['open', 'deferred', 'unknown', 'embodied', 'not_applicable'].indexOf(status); // prettier-ignore
  const hours = (due?.flight_hours ?? 999_999).toFixed(2).padStart(9, '0');
  return `${rank} ${due?.date ?? '9999-12-31'} ${hours} ${directive.id}`;
}

function isAsked({ hours, cycles, days }: DueWithin): boolean {
  return hours !== undefined || cycles !== undefined || days !== undefined;
}

function warnOfAge({ registration }: Aircraft, { date }: AircraftTotals): void {
  const days = daysSince(date);
  if (date === null) warnClient(`No hours and cycles of ${registration} are recorded.`);
  else if (days > STALE_AFTER_DAYS) warnClient(`The latest hours and cycles of ${registration} are ${days} days old.`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function daysSince(date: string | null): number {
  return date === null ? Infinity : Math.floor((Date.parse(today()) - Date.parse(date)) / DAY_MS);
}
