import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Database } from '../../../common/database/database.js';
import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import {
  changesOf,
  keyOf,
  MAX_AIRCRAFT,
  MAX_COMPONENTS,
  MAX_MODIFICATIONS,
  withModifications,
  type Changes,
} from '../aircraft-record.js';
import type { Aircraft } from '../aircraft.entity.js';
import { AircraftImported } from '../aircraft.events.js';
import { AircraftRepository } from '../aircraft.repository.js';
import { given, newAircraft, nextVersion, NOTHING, tooManyAircraft, type NewAircraft } from '../aircraft.service.js';
import {
  ComponentRequest,
  CreateAircraftRequest,
  ModificationRequest,
  UpdateAircraftRequest,
  type AircraftTable,
  type ImportAircraftRequest,
} from '../dto/aircraft.request.js';
import type { AircraftImportResponse } from '../dto/aircraft.response.js';
import { readCsv, writeCsv, type CsvRow } from './aircraft-csv.js';

type Register = Map<string, Aircraft>;

/** Reads and writes the register as CSV. A file is taken as a whole or not at all. */
@Injectable()
export class AircraftImportService {
  constructor(
    private readonly db: Database,
    private readonly aircraft: AircraftRepository,
    private readonly events: DomainEvents,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Rows of `aircraft` create or change aircraft; those of `components` replace the components of the aircraft they name; those of
   * `modifications` join theirs.
   * @throws AppError INVALID_REQUEST with the lines that are wrong, CONFLICT (already_exists) for a serial number that another aircraft has
   */
  importFile(principal: Principal, { csv, table, dry_run }: ImportAircraftRequest): Promise<AircraftImportResponse> {
    const rows = readCsv(csv, table);
    return this.db.transaction(async () => {
      const known = await this.aircraft.listAll(principal.organizationId, !dry_run);
      const before: Register = new Map(known.filter(({ status }) => status !== 'retired').map((one) => [one.registration, one])); // prettier-ignore
      const after = applied(principal.organizationId, before, rows, table);
      const changed: { aircraft: Aircraft; changes: Changes }[] = [];
      for (const [registration, aircraft] of after) {
        const old = before.get(registration);
        const changes = changesOf(old ?? NOTHING, aircraft);
        if (Object.keys(changes).length > 0)
          changed.push({ aircraft: old ? nextVersion(aircraft) : aircraft, changes });
      }
      const created = changed.filter(({ aircraft }) => aircraft.row_version === 1).length;
      if (known.length + created > MAX_AIRCRAFT) throw tooManyAircraft();
      const counts = { created, updated: changed.length - created };
      refuseTakenNumbers(known, changed.map(({ aircraft }) => aircraft)); // prettier-ignore
      if (!dry_run && changed.length > 0) {
        await this.aircraft.save(changed, 'import', principal.userId);
        await this.audit.record({ action: 'aircraft.imported', details: { table, ...counts } });
        await this.events.emit(new AircraftImported(principal.organizationId, counts));
      }
      return { table, dry_run, rows: rows.length, ...counts, unchanged: after.size - changed.length };
    });
  }

  /** The register as a file, in parts. */
  async *exportFile({ organizationId }: Principal, table: AircraftTable): AsyncGenerator<string> {
    yield writeCsv([], table, true);
    for await (const some of this.aircraft.batches(organizationId)) yield writeCsv(some, table, false);
  }
}

/** The aircraft that the rows name, after the import. @throws AppError INVALID_REQUEST */
function applied(organizationId: string, before: Register, rows: readonly CsvRow[], table: AircraftTable): Register {
  const after: Register = new Map();
  const issues: FieldIssue[] = [];
  const refuse = ({ line }: CsvRow, issue: string): void => void issues.push({ field: `line ${line}`, issue });
  for (const [registration, own] of byRegistration(rows)) {
    const old = before.get(registration);
    if (table === 'aircraft') {
      for (const row of own.slice(1)) refuse(row, `repeats the aircraft ${registration}`);
      const record = recordOf(own[0]!, old !== undefined, refuse);
      if (!record) continue;
      after.set(registration, old ? { ...old, ...given(record) } : newAircraft(organizationId, record as NewAircraft));
      continue;
    }
    if (!old) {
      refuse(own[0]!, `names no aircraft of the register: ${registration}`);
      continue;
    }
    const most = table === 'components' ? MAX_COMPONENTS : MAX_MODIFICATIONS;
    if (own.length > most) refuse(own[most]!, `is one of more than ${most} ${table} of ${registration}`);
    else if (table === 'components')
      after.set(registration, { ...old, components: itemsOf(ComponentRequest, own, refuse) });
    else {
      const added = itemsOf(ModificationRequest, own, refuse);
      const modifications = withModifications(old.modifications, added);
      if (modifications.length > most) refuse(own[0]!, `gives ${registration} more than ${most} modifications`);
      if (new Set(added.map(keyOf)).size < added.length)
        refuse(own[0]!, `and others name a modification of ${registration} twice`);
      after.set(registration, { ...old, modifications });
    }
  }
  if (issues.length > 0) throw AppError.invalid(issues.sort((one, other) => lineOf(one) - lineOf(other)));
  return after;
}

type Refuse = (row: CsvRow, issue: string) => void;

const lineOf = ({ field }: FieldIssue): number => Number(field.slice('line '.length));

function byRegistration(rows: readonly CsvRow[]): Map<string, CsvRow[]> {
  const groups = new Map<string, CsvRow[]>();
  for (const row of rows) {
    const registration = row.values.registration?.toUpperCase() ?? '';
    const group = groups.get(registration);
    if (group) group.push(row);
    else groups.set(registration, [row]);
  }
  return groups;
}

function recordOf(row: CsvRow, isKnown: boolean, refuse: Refuse): UpdateAircraftRequest | null {
  const { configuration_codes: codes, line_number: number, ...cells } = row.values;
  const values = {
    ...present(cells),
    ...(number !== undefined && { line_number: number !== null && /^\d+$/.test(number) ? Number(number) : number }),
    ...(codes !== undefined && { configuration_codes: codes?.split(/[\s;,]+/) ?? [] }),
  };
  return checked<UpdateAircraftRequest>(isKnown ? UpdateAircraftRequest : CreateAircraftRequest, values, row, refuse);
}

function itemsOf<T extends object>(type: new () => T, rows: readonly CsvRow[], refuse: Refuse): T[] {
  return rows.flatMap((row) => {
    const cells = Object.entries(row.values).filter(([name]) => name !== 'registration');
    const item = checked(type, Object.fromEntries(cells), row, refuse);
    return item ? [{ ...item }] : [];
  });
}

/** Empty cells of fields that cannot be null are left out. */
function present(cells: Record<string, string | null>): Record<string, string | null> {
  const needed = ['registration', 'aircraft_type', 'status'];
  return Object.fromEntries(Object.entries(cells).filter(([name, value]) => value !== null || !needed.includes(name)));
}

function checked<T extends object>(type: new () => T, values: object, row: CsvRow, refuse: Refuse): T | null {
  const record = plainToInstance(type, values);
  const [error] = validateSync(record, { whitelist: true, forbidNonWhitelisted: true });
  if (!error) return record;
  refuse(row, `${error.property}: ${Object.values(error.constraints ?? {})[0] ?? 'is invalid'}`);
  return null;
}

/** @throws AppError CONFLICT (already_exists), as the unique index would, also for a dry run */
function refuseTakenNumbers(known: readonly Aircraft[], changed: readonly Aircraft[]): void {
  const keyOf = ({ aircraft_type, serial_number }: Aircraft): string => JSON.stringify([aircraft_type, serial_number]);
  const ids = new Set(changed.map(({ id }) => id));
  const taken = new Set(known.filter((one) => !ids.has(one.id)).map(keyOf));
  for (const one of changed) {
    if (one.serial_number === null) continue;
    if (taken.has(keyOf(one))) {
      const message = `Two aircraft of the type ${one.aircraft_type} would have the serial number ${one.serial_number}`;
      throw AppError.conflict('already_exists', message);
    }
    taken.add(keyOf(one));
  }
}
