import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { isAnyAircraft } from '@amks/language/aircraft/designators.js';
import { modificationKey } from '@amks/language/applicability/expression.js';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { AuditTrail } from '../audit/audit.service.js';
import { DocumentService, type DocumentRow } from '../documents/document.service.js';
import type { Directive } from './directive.entity.js';
import { DirectiveCreated, DirectiveDeleted, DirectiveUpdated } from './directive.events.js';
import { contradictionsOf, givenInitial, givenInterval } from './directive.policy.js';
import { DirectiveRepository, type DirectiveRow, type Relations } from './directive.repository.js';
import { MAX_DIRECTIVES } from './dto/directive-types.js';
import type { CreateDirectiveRequest, ListDirectivesQuery, UpdateDirectiveRequest } from './dto/directive.request.js';

export type { DirectiveRow } from './directive.repository.js';

const RELATIONS = ['supersedes', 'terminated_by'] as const;

/** Directives and bulletins of the organization. All members read them. */
@Injectable()
export class DirectiveService {
  constructor(
    private readonly db: Database,
    private readonly directives: DirectiveRepository,
    private readonly documents: DocumentService,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
  ) {}

  list(principal: Principal, query: ListDirectivesQuery): Promise<Page<DirectiveRow>> {
    return this.paginator.page('directives', query, (afterId, rowCount) =>
      this.directives.list(principal, query, afterId, rowCount),
    );
  }

  /** @throws AppError NOT_FOUND */
  async get(reader: Reader, id: string): Promise<DirectiveRow> {
    const directive = await this.directives.find(reader, id);
    if (!directive) throw AppError.notFound('directive');
    return directive;
  }

  /** @throws AppError INVALID_REQUEST, CONFLICT (already_exists) for a number of the kind that another directive has */
  async create(principal: Principal, request: CreateDirectiveRequest): Promise<DirectiveRow> {
    const { organizationId, userId } = principal;
    const document = await this.documentOf(principal, request.document_id);
    const { kind } = request;
    const number = request.number ?? document?.document_number ?? undefined;
    const title = request.title ?? document?.title;
    const missing = Object.entries({ number, title }).filter(([, value]) => value === undefined);
    if (missing.length > 0) throw AppError.invalid(missing.map(([field]) => ({ field, issue: 'must be given' })));
    const now = new Date();
    const types = document && !isAnyAircraft(document.aircraft_type) ? [document.aircraft_type] : [];
    const directive = valid({
      ...{ id: newId('directive'), organization_id: organizationId, kind, number: number!, number_key: '' },
      ...{ title: title!, issuer: null, mandatory: kind === 'airworthiness_directive', canceled: false },
      ...{ effective_date: null, effectivity: document?.revision.effectivity ?? null, aircraft_types: types },
      ...{ initial_compliance: null, repetitive_interval: null, terminating_action: null, document_id: null },
      ...{ created_by: userId, row_version: 1, created_at: now, updated_at: now },
      ...fieldsOf(request),
    });
    return this.db.transaction(async () => {
      await this.directives.lockAll(organizationId);
      if ((await this.directives.countUpTo(organizationId, MAX_DIRECTIVES)) >= MAX_DIRECTIVES) {
        throw AppError.conflict('too_many_directives', `An organization has at most ${MAX_DIRECTIVES} directives`);
      }
      const { supersedes = [], terminated_by = [] } = request;
      const relations = { supersedes: [...supersedes].sort(), terminated_by: [...terminated_by].sort() };
      await this.requireRelated(directive, relations);
      await this.directives.insert(directive, relations);
      await this.record('directive.created', directive);
      await this.events.emit(new DirectiveCreated(directive));
      const status = directive.canceled ? 'canceled' : 'in_force';
      return { ...directive, ...relations, status, superseded_by: [] };
    });
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED, INVALID_REQUEST, CONFLICT as {@link create} */
  update(
    principal: Principal,
    id: string,
    request: UpdateDirectiveRequest,
    ifMatch: string | null,
  ): Promise<DirectiveRow> {
    return this.db.transaction(async () => {
      await this.directives.lockAll(principal.organizationId);
      const [before, filed] = await this.db.together(() =>
        Promise.all([this.get(principal, id), this.directives.findDocumentId(id)]),
      );
      requireMatch(ifMatch, before.row_version);
      await this.documentOf(principal, request.document_id);
      const kept = request.document_id === undefined ? filed : request.document_id;
      const after = valid({ ...before, ...fieldsOf(request), document_id: kept });
      const relations: Partial<Relations> = {};
      for (const kind of RELATIONS) {
        const ids = request[kind] && [...request[kind]].sort();
        if (ids && !isDeepStrictEqual(ids, before[kind])) relations[kind] = ids;
      }
      const fields = Object.keys(fieldsOf(request)) as (keyof Directive)[];
      const changed = fields.filter((field) =>
        field === 'document_id' ? kept !== filed : !isDeepStrictEqual(before[field], after[field]),
      );
      const all = [...changed, ...Object.keys(relations)];
      if (all.length === 0) return before;
      await this.requireRelated(after, relations);
      await this.directives.update(
        { ...after, row_version: before.row_version + 1, updated_at: new Date() },
        relations,
      );
      await this.record('directive.updated', after, { changed: all });
      await this.events.emit(new DirectiveUpdated(after, all));
      return this.get(principal, id);
    });
  }

  /** @throws AppError NOT_FOUND, CONFLICT (has_records), because what was recorded on aircraft is evidence */
  async remove(principal: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.directives.lockAll(principal.organizationId);
      const directive = await this.get(principal, id);
      await this.directives.lock(id);
      if (await this.directives.hasRecords(id)) {
        throw AppError.conflict('has_records', 'Work was recorded for this directive; set canceled instead');
      }
      await this.directives.delete(id);
      await this.record('directive.deleted', directive, { kind: directive.kind, number: directive.number });
      await this.events.emit(new DirectiveDeleted(directive));
    });
  }

  /** @throws AppError INVALID_REQUEST for a document that the caller cannot see */
  private async documentOf(principal: Principal, id: string | null | undefined): Promise<DocumentRow | null> {
    if (id === null || id === undefined) return null;
    const [visible] = await this.documents.findVisibleIds(principal, [id]);
    if (visible === undefined) throw AppError.invalid([{ field: 'document_id', issue: 'is not a document' }]);
    return this.documents.get(principal, id);
  }

  /** @throws AppError INVALID_REQUEST for ids that are no directives, and for directives that supersede each other */
  private async requireRelated(directive: Directive, relations: Partial<Relations>): Promise<void> {
    for (const kind of RELATIONS) {
      const ids = relations[kind] ?? [];
      if (ids.length === 0) continue;
      const known = await this.directives.findIds(directive.organization_id, ids);
      if (known.length < ids.length || ids.includes(directive.id)) {
        throw AppError.invalid([{ field: kind, issue: 'must be ids of other directives' }]);
      }
    }
    const { supersedes = [] } = relations;
    if (supersedes.length > 0 && (await this.directives.isSupersededBy(directive.id, supersedes))) {
      throw AppError.invalid([{ field: 'supersedes', issue: 'names a directive that supersedes this one' }]);
    }
  }

  private record(action: string, { id }: Directive, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'directive', id }, details });
  }
}

/** Columns that a request gives. */
function fieldsOf(request: UpdateDirectiveRequest): Partial<Directive> {
  const { initial_compliance, repetitive_interval } = request;
  const given = {
    ...request,
    ...{ supersedes: undefined, terminated_by: undefined },
    initial_compliance: initial_compliance === undefined ? undefined : givenInitial(initial_compliance),
    repetitive_interval: repetitive_interval === undefined ? undefined : givenInterval(repetitive_interval),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** @throws AppError INVALID_REQUEST for a directive that contradicts itself */
function valid(directive: Directive): Directive {
  const issues = contradictionsOf(directive);
  if (issues.length > 0) throw AppError.invalid(issues);
  return { ...directive, number_key: modificationKey(directive.number) };
}
