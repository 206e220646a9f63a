import { api } from '../../api.js';

/** What the rows of a file are. */
export type Table = 'aircraft' | 'components' | 'modifications' | 'utilisation';

interface Described {
  label: string;
  /** Of the file. */
  columns: string;
  permission: 'aircraft.manage' | 'directive.manage';
}

export const TABLES: Readonly<Record<Table, Described>> = {
  aircraft: {
    label: 'Aircraft',
    permission: 'aircraft.manage',
    columns:
      'registration, aircraft_type, model, serial_number, line_number, fleet_number, status, configuration_codes. Only the first is always needed, and the second for new aircraft.',
  },
  components: {
    label: 'Components',
    permission: 'aircraft.manage',
    columns:
      'registration, kind (engine, apu or propeller), position, model, part_number, serial_number. They replace all components of the aircraft that the file names.',
  },
  modifications: {
    label: 'Modifications',
    permission: 'aircraft.manage',
    columns:
      'registration, kind (SB, MOD, AD, STC or EO), number, status (embodied or not_embodied), date, evidence. They join those that are recorded.',
  },
  utilisation: {
    label: 'Hours and cycles',
    permission: 'directive.manage',
    columns: 'registration, date, flight_hours, flight_cycles. Hours and cycles are since new.',
  },
};

/** What a file changes, or would change. */
export interface Imported {
  isDryRun: boolean;
  counts: (readonly [name: string, count: number])[];
}

/** @param isDryRun whether the file is only checked */
export async function importCsv(table: Table, file: File, isDryRun: boolean): Promise<Imported> {
  const body = { csv: await file.text(), dry_run: isDryRun };
  if (table === 'utilisation') {
    const { data } = await api.POST('/aircraft/utilisation/import', { body });
    const counts = [
      ['Rows of the file', data.rows],
      ['Readings added', data.created],
      ['Readings corrected', data.replaced],
      ['As recorded before', data.unchanged],
    ] as const;
    return { isDryRun, counts: [...counts] };
  }
  const { data } = await api.POST('/aircraft/import', { body: { ...body, table } });
  const counts = [
    ['Rows of the file', data.rows],
    ['Aircraft added', data.created],
    ['Aircraft changed', data.updated],
    ['Aircraft that stay as they are', data.unchanged],
  ] as const;
  return { isDryRun, counts: [...counts] };
}
