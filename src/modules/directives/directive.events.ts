import type { RecordStatus } from './dto/directive-types.js';

interface Named {
  id: string;
  organization_id: string;
}

export class DirectiveCreated {
  constructor(readonly directive: Named) {}
}

/** Fields of a directive changed. */
export class DirectiveUpdated {
  constructor(
    readonly directive: Named,
    readonly changed: string[],
  ) {}
}

export class DirectiveDeleted {
  constructor(readonly directive: Named) {}
}

/** A person recorded the status of a directive on an aircraft. */
export class DirectiveStatusChanged {
  constructor(
    readonly directive: Named,
    readonly aircraftId: string,
    readonly status: RecordStatus,
  ) {}
}
