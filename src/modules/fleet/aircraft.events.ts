import type { Aircraft } from './aircraft.entity.js';

/** An aircraft was added to the register. */
export class AircraftCreated {
  constructor(readonly aircraft: Aircraft) {}
}

/** Fields of an aircraft changed. */
export class AircraftUpdated {
  constructor(
    readonly aircraft: Aircraft,
    readonly changed: string[],
  ) {}
}

/** An aircraft was removed from the register. */
export class AircraftDeleted {
  constructor(readonly aircraft: Aircraft) {}
}

/** A file changed the register. */
export class AircraftImported {
  constructor(
    readonly organizationId: string,
    readonly counts: { created: number; updated: number },
  ) {}
}
