import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Principal } from '../common/principal/principal.js';
import type { AircraftImportService } from '../modules/fleet/csv/aircraft-import.service.js';
import type { AircraftTable } from '../modules/fleet/dto/aircraft.request.js';

/** Aircraft first: the other tables name them. */
const TABLES: readonly AircraftTable[] = ['aircraft', 'components', 'modifications'];

/** Imports the register of the sample library, if it has one. Repeating it changes nothing. */
export async function importFleet(fleet: AircraftImportService, admin: Principal, folder: string): Promise<void> {
  for (const table of TABLES) {
    const csv = await readFile(path.join(folder, 'fleet', `${table}.csv`), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (csv !== null) await fleet.importFile(admin, { csv, table, dry_run: false });
  }
}
