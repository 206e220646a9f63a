import type { CardTaskRow, FoundJobCard } from './job-card.repository.js';

/** Whether one can work by a card, from bad to good. */
export const CARD_STATUSES = ['withdrawn', 'superseded', 'temporary_revision', 'aircraft_changed', 'valid'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/** The text of a task in the current revision, compared with the card; `unknown` until it is read. */
export const TASK_CHANGES = ['unchanged', 'changed', 'removed', 'unknown'] as const;
export type TaskChange = (typeof TASK_CHANGES)[number];

/** A deleted document counts as withdrawn. */
export function statusOf(task: CardTaskRow): Exclude<CardStatus, 'aircraft_changed'> {
  const { revision_status: status, revision_id, current_revision_id, temporary_revisions } = task;
  if (status === null || status === 'withdrawn') return 'withdrawn';
  if (status !== 'active' || revision_id !== current_revision_id) return 'superseded';
  return temporary_revisions.length > 0 ? 'temporary_revision' : 'valid';
}

/** That of its worst task, or of its aircraft. */
export function statusOfCard({
  tasks,
  aircraft_changed,
}: Pick<FoundJobCard, 'tasks' | 'aircraft_changed'>): CardStatus {
  const statuses = new Set<CardStatus>(tasks.map(statusOf));
  if (aircraft_changed) statuses.add('aircraft_changed');
  return CARD_STATUSES.find((status) => statuses.has(status)) ?? 'valid';
}

/** Null for a task that is not superseded. */
export function changeOf(task: CardTaskRow): TaskChange | null {
  if (statusOf(task) !== 'superseded') return null;
  if (!task.current_is_read) return 'unknown';
  if (task.current_content_sha256 === null) return 'removed';
  return task.current_content_sha256 === task.content_sha256 ? 'unchanged' : 'changed';
}
