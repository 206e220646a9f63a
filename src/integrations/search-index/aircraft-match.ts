import { ANY_AIRCRAFT, isAnyAircraft } from '../../common/aircraft.js';

/**
 * The aircraft filter, in one place. A document passes when it is for every aircraft, is of a type asked for, is of a
 * variant of it (`TR46-100` when `TR46` is asked for) or of the type that the one asked for is a variant of (`TR46` when
 * `TR46-100` is). Variants begin at a hyphen: `TR4` has nothing to do with `TR46`.
 */
export interface AircraftFilter {
  /** Types that pass as they are. */
  exact: string[];
  /** Beginnings that pass whatever follows. */
  prefixes: string[];
}

/** Types are upper case and trimmed, in the filter as in the documents. */
export function aircraftFilter(asked: readonly string[]): AircraftFilter {
  return {
    exact: [...new Set([...ANY_AIRCRAFT, ...asked.flatMap(withParents)])],
    prefixes: [...new Set(asked.map((type) => `${type}-`))],
  };
}

/** Whether a document of `aircraftType` passes a filter that asks for any of `asked`. */
export function passesAircraftFilter(aircraftType: string, asked: readonly string[]): boolean {
  return isAnyAircraft(aircraftType) || asked.some((type) => isOfAircraft(aircraftType, type));
}

/** Whether one of the two types is the other or a variant of it. */
export function isOfAircraft(aircraftType: string, asked: string): boolean {
  return aircraftType === asked || aircraftType.startsWith(`${asked}-`) || asked.startsWith(`${aircraftType}-`);
}

/** `TR46-100-A` → itself, `TR46-100`, `TR46`. */
function withParents(type: string): string[] {
  const segments = type.split('-');
  return segments.map((_, index) => segments.slice(0, index + 1).join('-')).filter((parent) => parent !== '');
}
