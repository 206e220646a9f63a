import type { Schema } from 'aviation-maintenance-knowledge-client';

export type Recorded = Schema<'DirectiveRecordStatus'>;

interface Words {
  /** In menus. */
  action: string;
  /** Of the dialog, and in lists. */
  title: string;
  date?: string;
  evidence?: string;
  reason?: string;
}

/** What each record says. Fields that a record does not have are left out. */
export const RECORDED: Readonly<Record<Recorded, Words>> = {
  embodied: {
    action: 'Record the embodiment',
    title: 'embodied',
    date: 'Date of the accomplishment',
    evidence: 'Evidence, such as the work order',
  },
  deferred: {
    action: 'Defer',
    title: 'deferred',
    date: 'Deferred until',
    evidence: 'Approval of the deferral',
    reason: 'Why it is deferred',
  },
  not_applicable: {
    action: 'Record that it does not apply',
    title: 'not applicable',
    evidence: 'Evidence, such as the page of the records',
    reason: 'Why it does not apply',
  },
  open: {
    action: 'Take the records back',
    title: 'open',
    reason: 'Why it is open again',
  },
};
