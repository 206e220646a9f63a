import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AppError } from '../../common/errors/app-error.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { requireMatch } from '../../common/http/if-match.js';
import { newId } from '../../common/ids/type-id.js';
import { KeysetPaginator } from '../../common/pagination/keyset-paginator.js';
import type { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { AuditTrail } from '../audit/audit.service.js';
import {
  changesOf,
  keyOf,
  MAX_AIRCRAFT,
  MAX_MODIFICATIONS,
  withModifications,
  type AircraftModification,
  type AircraftRecord,
} from './aircraft-record.js';
import type { Aircraft } from './aircraft.entity.js';
import { AircraftCreated, AircraftDeleted, AircraftUpdated } from './aircraft.events.js';
import { AircraftRepository, type AircraftChangeRow, type AircraftSummary } from './aircraft.repository.js';
import type { ListAircraftQuery } from './dto/aircraft.request.js';

export type { Aircraft } from './aircraft.entity.js';

export type NewAircraft = Pick<AircraftRecord, 'registration' | 'aircraft_type'> & Partial<AircraftRecord>;

/** The register of aircraft. All members of the organization read it. */
@Injectable()
export class AircraftService {
  constructor(
    private readonly db: Database,
    private readonly aircraft: AircraftRepository,
    private readonly paginator: KeysetPaginator,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
  ) {}

  list({ organizationId }: Principal, query: ListAircraftQuery): Promise<Page<AircraftSummary>> {
    return this.paginator.page('aircraft', query, (afterId, rowCount) =>
      this.aircraft.list(organizationId, query, afterId, rowCount),
    );
  }

  find({ organizationId }: Reader, id: string): Promise<Aircraft | null> {
    return this.aircraft.find(organizationId, id);
  }

  /** Those of the ids that are in the register, in no particular order. */
  findAll({ organizationId }: Reader, ids: readonly string[]): Promise<Aircraft[]> {
    return this.aircraft.findAll(organizationId, ids);
  }

  /** Those with one of the registrations or serial numbers. */
  findNamed({ organizationId }: Reader, names: readonly string[]): Promise<Aircraft[]> {
    return this.aircraft.findNamed(organizationId, names);
  }

  /** @throws AppError NOT_FOUND */
  async get(reader: Reader, id: string): Promise<Aircraft> {
    const aircraft = await this.find(reader, id);
    if (!aircraft) throw AppError.notFound('aircraft');
    return aircraft;
  }

  /** The history, newest first. @throws AppError NOT_FOUND */
  async listChanges(principal: Principal, id: string, query: PageQuery): Promise<Page<AircraftChangeRow>> {
    await this.get(principal, id);
    return this.paginator.page(`aircraft changes ${id}`, query, (afterId, rowCount) =>
      this.aircraft.listChanges(id, afterId, rowCount),
    );
  }

  /** @throws AppError CONFLICT (already_exists) for a registration or a serial number of the type that another aircraft has */
  create(principal: Principal, record: NewAircraft): Promise<Aircraft> {
    return this.db.transaction(async () => {
      if ((await this.aircraft.countUpTo(principal.organizationId, MAX_AIRCRAFT)) >= MAX_AIRCRAFT)
        throw tooManyAircraft();
      const aircraft = newAircraft(principal.organizationId, record);
      await this.aircraft.save([{ aircraft, changes: changesOf(NOTHING, aircraft) }], 'api', principal.userId);
      await this.record('aircraft.created', aircraft);
      await this.events.emit(new AircraftCreated(aircraft));
      return aircraft;
    });
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT as {@link create} */
  update(
    principal: Principal,
    id: string,
    changed: Partial<AircraftRecord>,
    ifMatch: string | null,
  ): Promise<Aircraft> {
    return this.change(principal, id, (aircraft) => {
      requireMatch(ifMatch, aircraft.row_version);
      return { ...aircraft, ...given(changed) };
    });
  }

  /** Records whether a bulletin, directive or modification is embodied. @throws AppError NOT_FOUND, CONFLICT (too_many_modifications) */
  setModification(principal: Principal, id: string, modification: AircraftModification): Promise<Aircraft> {
    return this.change(principal, id, (aircraft) => {
      const modifications = withModifications(aircraft.modifications, [modification]);
      if (modifications.length > MAX_MODIFICATIONS) {
        const message = `An aircraft has at most ${MAX_MODIFICATIONS} modifications`;
        throw AppError.conflict('too_many_modifications', message);
      }
      return { ...aircraft, modifications };
    });
  }

  /** Its embodiment is unknown then. @throws AppError NOT_FOUND */
  async removeModification(principal: Principal, id: string, kind: string, number: string): Promise<void> {
    await this.change(principal, id, (aircraft) => {
      const key = keyOf({ kind: kind as AircraftModification['kind'], number });
      const modifications = aircraft.modifications.filter((one) => keyOf(one) !== key);
      if (modifications.length === aircraft.modifications.length) throw AppError.notFound('modification');
      return { ...aircraft, modifications };
    });
  }

  /** @throws AppError NOT_FOUND, CONFLICT (not_retired), because its records are evidence of what flew */
  async remove({ organizationId }: Principal, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const aircraft = await this.aircraft.lock(organizationId, id);
      if (!aircraft) throw AppError.notFound('aircraft');
      if (aircraft.status !== 'retired')
        throw AppError.conflict('not_retired', 'Only a retired aircraft can be deleted; set its status first');
      await this.aircraft.delete(id);
      const { registration, aircraft_type, serial_number } = aircraft;
      await this.record('aircraft.deleted', aircraft, { registration, aircraft_type, serial_number });
      await this.events.emit(new AircraftDeleted(aircraft));
    });
  }

  private change(
    { organizationId, userId }: Principal,
    id: string,
    edit: (aircraft: Aircraft) => Aircraft,
  ): Promise<Aircraft> {
    return this.db.transaction(async () => {
      const before = await this.aircraft.lock(organizationId, id);
      if (!before) throw AppError.notFound('aircraft');
      const after = edit(before);
      const changes = changesOf(before, after);
      const changed = Object.keys(changes);
      if (changed.length === 0) return before;
      const aircraft = nextVersion(after);
      await this.aircraft.save([{ aircraft, changes }], 'api', userId);
      await this.record('aircraft.updated', aircraft, { changed });
      await this.events.emit(new AircraftUpdated(aircraft, changed));
      return aircraft;
    });
  }

  private record(action: string, { id }: Aircraft, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ action, target: { type: 'aircraft', id }, details });
  }
}

export function tooManyAircraft(): AppError {
  return AppError.conflict('too_many_aircraft', `An organization has at most ${MAX_AIRCRAFT} aircraft`);
}

/** An aircraft before it is recorded. */
export const NOTHING: Omit<AircraftRecord, 'registration' | 'aircraft_type'> = {
  model: null,
  serial_number: null,
  line_number: null,
  fleet_number: null,
  status: 'active',
  configuration_codes: [],
  components: [],
  modifications: [],
};

export function newAircraft(organizationId: string, record: NewAircraft): Aircraft {
  const now = new Date();
  return {
    ...NOTHING,
    ...given(record),
    id: newId('aircraft'),
    organization_id: organizationId,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
}

export function nextVersion(aircraft: Aircraft): Aircraft {
  return { ...aircraft, row_version: aircraft.row_version + 1, updated_at: new Date() };
}

/** Without fields that the request left out. @throws AppError INVALID_REQUEST for a modification named twice */
export function given<T extends Partial<AircraftRecord>>(record: T): T {
  const { components, modifications, ...rest } = record;
  const keys = modifications?.map(keyOf) ?? [];
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw AppError.invalid([{ field: 'modifications', issue: `name ${twice} twice` }]);
  const lists = {
    components: components?.map((one) => ({ ...one })),
    modifications:
      modifications &&
      withModifications(
        [],
        modifications.map((one) => ({ ...one })),
      ),
  };
  return Object.fromEntries(Object.entries({ ...rest, ...lists }).filter(([, value]) => value !== undefined)) as T;
}
