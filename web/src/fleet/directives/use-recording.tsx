import type { ReactNode } from 'react';
import { Dialog, useDialog } from '../../parts/dialog.js';
import type { RowAction } from '../../parts/row-menu.js';
import { useMe } from '../../parts/use-me.js';
import { nameOf, type Row } from './directive-cells.js';
import { RecordForm } from './record-form.js';
import { RECORDED, type Recorded } from './record-words.js';
import { Records } from './records.js';

interface Asked {
  row: Row;
  status: Recorded;
}

/** What was done with a directive on an aircraft: to be recorded, and what was recorded before. */
export function useRecording(aircraftId: string): { actionsOf: (row: Row) => RowAction[]; dialogs: ReactNode } {
  const { can } = useMe();
  const recording = useDialog<Asked>();
  const showing = useDialog<Row>();
  const record = (row: Row, status: Recorded): RowAction => ({
    title: RECORDED[status].action,
    onClick: () => recording.open({ row, status }),
  });
  const asked = recording.subject;
  return {
    actionsOf: (row) => [
      ...(can('directive.manage')
        ? [record(row, 'embodied'), record(row, 'deferred'), record(row, 'not_applicable')]
        : []),
      ...(can('directive.manage') && row.record && row.record.status !== 'open' ? [record(row, 'open')] : []),
      { title: 'Show the records', onClick: () => showing.open(row) },
    ],
    dialogs: (
      <>
        <Dialog
          opened={recording.opened}
          onClose={recording.close}
          title={asked && `${nameOf(asked.row.directive)}: ${RECORDED[asked.status].title}`}
        >
          {asked && <RecordForm aircraftId={aircraftId} {...asked} onDone={recording.close} />}
        </Dialog>
        <Dialog
          opened={showing.opened}
          onClose={showing.close}
          title={showing.subject && `Records of ${nameOf(showing.subject.directive)}`}
        >
          {showing.subject && <Records aircraftId={aircraftId} directiveId={showing.subject.id} />}
        </Dialog>
      </>
    ),
  };
}
