import type { Assignment } from './assignment.entity.js';

export class AssignmentCreated {
  constructor(readonly assignment: Assignment) {}
}

/** Another revision became active; `successorId` asks the same people. */
export class AssignmentSuperseded {
  constructor(
    readonly assignment: Assignment,
    readonly successorId: string,
  ) {}
}

/** Ids of an acknowledgement and what it is about. */
export interface NamedAcknowledgement {
  id: string;
  organization_id: string;
  assignment_id: string;
  document_id: string;
  revision_id: string;
  user_id: string;
}

export class AcknowledgementSigned {
  constructor(readonly acknowledgement: NamedAcknowledgement) {}
}

export class AcknowledgementOverdue {
  constructor(readonly acknowledgement: NamedAcknowledgement) {}
}
