import { Injectable } from '@nestjs/common';
import { BoxIndex } from '@amks/reader/layout/rows/page-boxes.js';
import { warnClient } from '../../common/context/request-context.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { isId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService, type Aircraft, type Decision } from '../applicability/applicability.service.js';
import { PageService, type PageRow } from '../documents/page.service.js';
import { warnOfStatus } from '../documents/dto/revision-status.js';
import { AircraftService } from '../fleet/aircraft.service.js';
import type { ListPartsQuery } from './dto/part.request.js';
import { PartReader } from './part-reader.service.js';
import { ConditionVerdicts } from './condition-verdicts.js';
import { MAX_CONDITIONS, PartRepository } from './part.repository.js';
import type { Excluded, PartPlaceRow, PartRow, PartStatementRow, Unread } from './part-rows.repository.js';
import { MAX_STATEMENTS, MAX_STEPS, PartStatementRepository } from './part-statement.repository.js';
import { verdictOfPart, type Decide } from './part-verdict.js';
import { isDenied, isLimited, supersessionOf, type Supersession } from './supersession.js';

/**
 * A statement about two part numbers; `is_limited` unless the row that makes it is for all aircraft, or for the one that is asked about;
 * `is_open` if several vendors have the number, and it is not known to be about the one that is meant; `is_denied` if another row says that the
 * two are not interchangeable.
 */
export type FoundStatement = PartStatementRow & { is_limited: boolean; is_open: boolean; is_denied: boolean };

/** A row of a parts list; the verdict is null unless an aircraft was named. */
export interface ListedPart {
  part: PartRow;
  verdict: Decision | null;
}

/** A row with what documents say about its number. */
export interface FoundPart extends ListedPart {
  statements: FoundStatement[];
  supersession: Supersession;
  assemblies: PartPlaceRow[];
  places: PartPlaceRow[];
  page: Pick<PageRow, 'width' | 'height'>;
  rectangles: ReturnType<BoxIndex['rectanglesOf']>;
}

const NOTHING: Excluded = { positions: new Map(), changed: [] };
const UNREAD = 'Some documents are still being read: their parts are missing.';
const GIVEN_UP = 'The parts lists of some documents could not be read: their parts are missing.';

/** Decides on rows for an aircraft. */
interface Decisions {
  aircraft: Aircraft;
  on: Decide;
}

/** Parts of documents that the caller can see. */
@Injectable()
export class PartService {
  constructor(
    private readonly db: Database,
    private readonly pages: PageService,
    private readonly aircraft: AircraftService,
    private readonly applicability: ApplicabilityService,
    private readonly parts: PartRepository,
    private readonly statements: PartStatementRepository,
    private readonly conditions: ConditionVerdicts,
    private readonly reader: PartReader,
    private readonly paginator: KeysetPaginator,
  ) {}

  /** @throws AppError NOT_FOUND for the document, CONFLICT (not_ready), INVALID_REQUEST for an unknown aircraft, UNPROCESSABLE (too_many_conditions) */
  async list(principal: Principal, query: ListPartsQuery): Promise<Page<ListedPart>> {
    const decide = await this.decisionsFor(principal, query.used_on);
    const revisionId = await this.revisionFor(principal, query);
    const excluded = decide ? await this.excludedFor(decide, principal, query, revisionId) : NOTHING;
    const page = await this.paginator.page('parts', query, async (afterId, rowCount) => {
      const [rows, unread] = await this.db.together(() =>
        Promise.all([
          this.parts.list(principal, query, revisionId, excluded, afterId, rowCount),
          query.document_id === undefined ? this.parts.findUnread(principal) : null,
        ]),
      );
      if (unread) warnOfUnread(unread);
      return rows;
    });
    return page.map((part) => ({ part, verdict: decide && decide.on(part) }));
  }

  /** @throws AppError NOT_FOUND, INVALID_REQUEST for an unknown aircraft */
  async get(principal: Principal, id: string, usedOn?: string): Promise<FoundPart> {
    const decide = await this.decisionsFor(principal, usedOn);
    const part = await this.parts.find(principal, id);
    if (!part) throw AppError.notFound('part');
    const { document_id, revision_id, number_code: code, number_key: key, start_offset: start, end_offset: end } = part;
    // Only those who manage the document see drafts.
    const { page } = await this.pages
      .getPage(principal, document_id, part.page_number, revision_id)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'NOT_FOUND' ? AppError.notFound('part') : error;
      });
    warnOfStatus(part);
    const [said, places, assemblies, unread] = await this.db.together(() =>
      Promise.all([
        code === null ? [] : this.statements.list(principal, code),
        code === null ? [] : this.parts.listPlaces(principal, key!, code),
        this.parts.listAssemblies(id),
        this.parts.findUnread(principal),
      ]),
    );
    warnOfUnread(unread);
    const statements = decidedBy(decide, said, part);
    return {
      ...{ part, verdict: decide && decide.on(part), statements, places, assemblies, page },
      supersession: supersessionIn(
        code ?? '',
        statements,
        isComplete(said) && part.temporary_revisions.length === 0,
        part.has_symbol,
      ),
      rectangles: new BoxIndex(page.boxes ?? []).rectanglesOf(start, end),
    };
  }

  /** What current documents say of a number, and what replaces it in the end. @param code as `partCode` gives it @param usedOn aircraft */
  async findStatements(
    principal: Principal,
    code: string,
    usedOn?: string,
  ): Promise<{ statements: FoundStatement[]; supersession: Supersession }> {
    const decide = await this.decisionsFor(principal, usedOn);
    const said = await this.statements.list(principal, code);
    const statements = decidedBy(decide, said, null);
    return { statements, supersession: supersessionIn(code, statements, isComplete(said), false) };
  }

  /** Whether parts of documents that the caller can see are missing, because the documents are still being read. A warning tells the client if others could not be read. */
  async hasUnread(principal: Principal): Promise<boolean> {
    const { is_waiting, is_given_up } = await this.parts.findUnread(principal);
    warnOfUnread({ is_waiting: false, is_given_up });
    return is_waiting;
  }

  /** Null for current revisions. */
  private async revisionFor(
    principal: Principal,
    { document_id, revision_id }: ListPartsQuery,
  ): Promise<string | null> {
    if (document_id === undefined) {
      if (revision_id === undefined) return null;
      throw AppError.invalid([{ field: 'document_id', issue: 'is required with revision_id' }]);
    }
    const source = await this.parts.findSource(principal, document_id, revision_id ?? null);
    if (!source) throw AppError.notFound('document');
    if (source.status === 'draft') await this.pages.getRevision(principal, document_id, source.revision_id);
    await this.reader.ensure(source);
    warnOfStatus(source);
    return source.revision_id;
  }

  private async excludedFor(
    { aircraft, on }: Decisions,
    principal: Principal,
    query: ListPartsQuery,
    revisionId: string | null,
  ): Promise<Excluded> {
    const found = await this.parts.findConditions(principal, query, revisionId);
    if (found.reduce((sum, { positions }) => sum + positions.length, 0) > MAX_CONDITIONS)
      throw new AppError('UNPROCESSABLE', 'Too many parts match. Add a number, keyword or document_id', {
        reason: 'too_many_conditions',
      });
    return this.conditions.excluded(aircraft, on, found);
  }

  private async decisionsFor(principal: Principal, usedOn?: string): Promise<Decisions | null> {
    if (usedOn === undefined) return null;
    const aircraft = await this.findAircraft(principal, usedOn);
    if (!aircraft) throw AppError.invalid([{ field: 'used_on', issue: 'is not an aircraft of the register' }]);
    const verdicts = this.applicability.verdictsOf(aircraft);
    return { aircraft, on: (part) => verdictOfPart(verdicts, aircraft, part, part) };
  }

  private async findAircraft(principal: Principal, name: string): Promise<Aircraft | null> {
    if (isId('aircraft', name)) return this.aircraft.find(principal, name);
    const registration = name.trim().toUpperCase();
    const named = await this.aircraft.findNamed(principal, [registration]);
    return named.find((one) => one.registration === registration) ?? null;
  }
}

function warnOfUnread({ is_waiting, is_given_up }: Unread): void {
  if (is_waiting) warnClient(UNREAD);
  if (is_given_up) warnClient(GIVEN_UP);
}

/** Without those whose row is not for the aircraft, or for the same number of another vendor. @param part null for a number alone */
function decidedBy(
  decisions: Decisions | null,
  statements: readonly PartStatementRow[],
  part: PartRow | null,
): FoundStatement[] {
  return statements.flatMap((one) => {
    if (part !== null && isOfAnotherVendor(one, part)) return [];
    const verdict = decisions?.on({ ...one, text: one.row_text }).verdict;
    if (verdict === 'not_applicable') return [];
    const isSame = part !== null && part.vendor !== null && part.vendor === one.vendor && isAbout(one, part);
    return [
      {
        ...one,
        is_limited: isLimited(one.statements) && verdict !== 'applicable',
        is_open: one.is_ambiguous && !isSame,
        is_denied: isDenied(one, statements),
      },
    ];
  });
}

function isAbout({ kind, one, other }: PartStatementRow, { number_code: code }: PartRow): boolean {
  return one === code || (kind !== 'supersession' && other === code);
}

/** Each different statement comes first: those that are cut off repeat them. */
function isComplete(statements: readonly PartStatementRow[]): boolean {
  if (statements.length <= MAX_STATEMENTS) return true;
  const keyOf = ({ kind, one, other, condition, row_code, vendor }: PartStatementRow): string =>
    JSON.stringify([kind, one, other, condition, row_code, vendor]);
  const last = keyOf(statements.at(-1)!);
  return statements.slice(0, -1).some((one) => keyOf(one) === last);
}

/** @param hasSymbol whether a symbol without a number tells that there is more than the statements say */
function supersessionIn(
  code: string,
  statements: readonly FoundStatement[],
  isWhole: boolean,
  hasSymbol: boolean,
): Supersession {
  const found = supersessionOf(code, statements, MAX_STEPS);
  const isOpen = !isWhole || (hasSymbol && found.status === 'none_stated');
  return isOpen && found.status !== 'contradictory' ? { status: 'undetermined', latest: [], circle: [] } : found;
}

/** The same number of another vendor is another part. */
function isOfAnotherVendor({ row_code, vendor }: PartStatementRow, part: PartRow): boolean {
  return row_code === part.number_code && vendor !== null && part.vendor !== null && vendor !== part.vendor;
}
