/** What is wrong with the data (145.A.45(c)). */
export const DISCREPANCY_KINDS = ['inaccurate', 'incomplete', 'ambiguous'] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

/** `critical`: work by the data can endanger an aircraft or a person. */
export const DISCREPANCY_SEVERITIES = ['critical', 'major', 'minor'] as const;
export type DiscrepancySeverity = (typeof DISCREPANCY_SEVERITIES)[number];

/** While a report has one of these, its page carries the warning. */
export const OPEN_STATUSES = ['reported', 'sent', 'answered'] as const;
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** `withdrawn` by the reporter, `rejected` by a manager of the document, `closed` by a new revision. */
export const DISCREPANCY_STATUSES = [...OPEN_STATUSES, 'closed', 'rejected', 'withdrawn'] as const;
export type DiscrepancyStatus = (typeof DISCREPANCY_STATUSES)[number];

/** How the author got the report. */
export const SENDING_CHANNELS = ['mail', 'form', 'webhook'] as const;
export type SendingChannel = (typeof SENDING_CHANNELS)[number];
