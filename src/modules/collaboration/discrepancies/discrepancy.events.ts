import type { Discrepancy } from './discrepancy.repository.js';

/** What happened to a report. `quote_gone`: a new revision no longer has its quote. `mail_failed`: the author did not get the mail. `overdue`: its due date passed. */
export const DISCREPANCY_ACTS = [
  ...(['reported', 'sent', 'answered', 'closed', 'rejected', 'withdrawn', 'reopened'] as const),
  ...([
    'instruction_proposed',
    'instruction_approved',
    'instruction_removed',
    'quote_gone',
    'mail_failed',
    'overdue',
  ] as const),
] as const;
export type DiscrepancyAct = (typeof DISCREPANCY_ACTS)[number];

/** `discrepancy` is the new state; `byUserId` is null for what the service finds. */
export class DiscrepancyChanged {
  constructor(
    readonly discrepancy: Discrepancy,
    readonly act: DiscrepancyAct,
    readonly byUserId: string | null,
  ) {}
}
