/** What the aircraft type of a document says when it holds for every aircraft: standard practices, for instance. */
export const ANY_AIRCRAFT: readonly string[] = ['', 'ALL', 'ANY', 'GENERAL', 'GENERIC', 'COMMON', 'N/A', '*', '-'];

const anyAircraft = new Set(ANY_AIRCRAFT);

/** Whether a document of that aircraft type applies to every aircraft. */
export function isAnyAircraft(aircraftType: string): boolean {
  return anyAircraft.has(aircraftType.trim().toUpperCase());
}
