import {
  OPEN_STATUSES,
  type DiscrepancySeverity,
  type DiscrepancyStatus,
  type OpenStatus,
} from '../../documents/discrepancies/dto/discrepancy-kinds.js';

/** Days until the author should have answered. */
const DUE_DAYS: Readonly<Record<DiscrepancySeverity, number>> = { critical: 7, major: 30, minor: 90 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Default due date of a report, `YYYY-MM-DD` in UTC. */
export function dueDateOf(severity: DiscrepancySeverity, reportedAt: Date): string {
  return new Date(reportedAt.getTime() + DUE_DAYS[severity] * DAY_MS).toISOString().slice(0, 10);
}

export function isOpen(status: DiscrepancyStatus): status is OpenStatus {
  return OPEN_STATUSES.some((open) => open === status);
}

/** The status of a reopened report: where it was before it ended. */
export function statusBeforeEnd({
  answered_at,
  sent_at,
}: {
  answered_at: Date | null;
  sent_at: Date | null;
}): OpenStatus {
  if (answered_at !== null) return 'answered';
  return sent_at === null ? 'reported' : 'sent';
}
