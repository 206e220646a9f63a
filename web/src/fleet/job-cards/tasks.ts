import type { Schema } from 'aviation-maintenance-knowledge-client';

export type Task = Schema<'TaskSummaryResponse'>;

/** Key of queries: a new revision has other tasks. */
export const TASKS = ['tasks'];

/** Tasks that a card can have. */
export const MAX_TASKS = 200;

/** Tells tasks of several documents. */
export const keyOf = ({ document_id: documentId, number }: Task): string => `${documentId} ${number}`;
