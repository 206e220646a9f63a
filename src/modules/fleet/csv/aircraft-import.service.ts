import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Database } from '../../../common/database/database.js';
import { AppError, type FieldIssue } from '../../../common/errors/app-error.js';
import { DomainEvents } from '../../../common/events/domain-events.js';
import type { Principal } from '../../../common/principal/principal.js';
import { AuditTrail } from '../../audit/audit.service.js';
import { changesOf, MAX_COMPONENTS, MAX_MODIFICATIONS, withModifications, type Changes } from '../aircraft-record.js';
import type { Aircraft } from '../aircraft.entity.js';
import { AircraftImported } from '../aircraft.events.js';
import { AircraftRepository } from '../aircraft.repository.js';
import { given, newAircraft, nextVersion, NOTHING } from '../aircraft.service.js';
import {
  ComponentRequest,
  CreateAircraftRequest,
  ModificationRequest,
  UpdateAircraftRequest,
  type AircraftTable,
  type ImportAircraftQuery,
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
  importFile(
    principal: Principal,
    text: string,
    { table, dry_run }: ImportAircraftQuery,
  ): Promise<AircraftImportResponse> {
    const rows = readCsv(text, table);
    return this.db.transaction(async () => {
      const known = await this.aircraft.lockAll(principal.organizationId);
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

/** The aircraft that the rows name, as they are afterwards. @throws AppError INVALID_REQUEST */
function applied(organizationId: string, before: Register, rows: readonly CsvRow[], table: AircraftTable): Register {
  const after: Register = new Map();
  const issues: FieldIssue[] = [];
  const refuse = ({ line }: CsvRow, issue: string): void => void issues.push({ field: `line ${line}`, issue });
  for (const row of rows) {
    const registration = row.values.registration?.toUpperCase() ?? '';
    const old = before.get(registration);
    const found = after.get(registration) ?? (table === 'components' && old ? { ...old, components: [] } : old);
    if (table === 'aircraft') {
      if (after.has(registration)) refuse(row, `repeats the aircraft ${registration}`);
      const { configuration_codes: codes, line_number: number, ...cells } = row.values;
      const values = {
        ...present(cells),
        ...(number !== undefined && { line_number: number === null ? null : Number(number) }),
        ...(codes !== undefined && { configuration_codes: codes?.toUpperCase().split(/[\s;,]+/) ?? [] }),
      };
      const record = checked(found ? UpdateAircraftRequest : CreateAircraftRequest, values, row, refuse);
      if (!record) continue;
      after.set(
        registration,
        found ? { ...found, ...given(record) } : newAircraft(organizationId, record as CreateAircraftRequest),
      );
      continue;
    }
    if (!found) {
      refuse(row, `names no aircraft of the register: ${registration}`);
      continue;
    }
    const { registration: _, ...cells } = row.values;
    if (table === 'components') {
      const component = checked(ComponentRequest, cells, row, refuse);
      if (component) after.set(registration, { ...found, components: [...found.components, { ...component }] });
    } else {
      const modification = checked(ModificationRequest, cells, row, refuse);
      if (modification) after.set(registration, { ...found, modifications: withModifications(found.modifications, [{ ...modification }]) }); // prettier-ignore
    }
  }
  for (const { registration, components, modifications } of after.values()) {
    const issue = `must have at most ${MAX_COMPONENTS} components and ${MAX_MODIFICATIONS} modifications`;
    if (components.length > MAX_COMPONENTS || modifications.length > MAX_MODIFICATIONS) issues.push({ field: registration, issue }); // prettier-ignore
  }
  if (issues.length > 0) throw AppError.invalid(issues);
  return after;
}

/** Empty cells of fields that cannot be null are left out. */
function present(cells: Record<string, string | null>): Record<string, string | null> {
  const needed = ['registration', 'aircraft_type', 'status'];
  return Object.fromEntries(Object.entries(cells).filter(([name, value]) => value !== null || !needed.includes(name)));
}

function checked<T extends object>(
  type: new () => T,
  values: object,
  row: CsvRow,
  refuse: (row: CsvRow, issue: string) => void,
): T | null {
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
