import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { RowTable, type Column } from '../../parts/list-table.js';
import { RowMenu } from '../../parts/row-menu.js';
import { useAction } from '../../parts/use-action.js';
import { useMe } from '../../parts/use-me.js';
import { AIRCRAFT_CHANGES, MODIFICATION_STATUS } from '../words.js';
import { ModificationForm, type Modification } from './modification-form.js';

const nameOf = ({ kind, number }: Modification): string => `${kind} ${number}`;

const COLUMNS: Column<Modification & { id: string }>[] = [
  { title: 'Number', cell: nameOf },
  { title: 'Status', cell: ({ status }) => MODIFICATION_STATUS[status] },
  { title: 'Date', cell: ({ date }) => <span className="no-wrap">{date ?? '–'}</span> },
  { title: 'Evidence', cell: ({ evidence }) => <span className="wrap">{evidence ?? '–'}</span> },
];

/** The bulletins, directives and modifications whose embodiment is known. */
export function Modifications({ aircraft: { id, modifications } }: { aircraft: Schema<'AircraftResponse'> }) {
  const { can } = useMe();
  const recording = useDialog<Modification | null>();
  const removing = useDialog<Modification>();
  const isManaged = can('aircraft.manage');
  if (modifications.length === 0 && !isManaged) return null;
  const actions: Column<Modification & { id: string }> = {
    title: 'Actions',
    cell: (one) => (
      <RowMenu
        name={nameOf(one)}
        actions={[
          { title: 'Change', onClick: () => recording.open(one) },
          { title: 'Remove', onClick: () => removing.open(one), isDestructive: true },
        ]}
      />
    ),
  };
  return (
    <Stack component="section" gap="xs" aria-labelledby="modifications">
      <Group justify="space-between">
        <Title order={2} size="h4" id="modifications">
          Modifications
        </Title>
        {isManaged && (
          <Button variant="default" onClick={() => recording.open(null)}>
            Record a modification
          </Button>
        )}
      </Group>
      {modifications.length === 0 ? (
        <div className="empty">None is recorded.</div>
      ) : (
        <RowTable
          name="Modifications"
          columns={isManaged ? [...COLUMNS, actions] : COLUMNS}
          rows={modifications.map((one) => ({ ...one, id: nameOf(one) }))}
        />
      )}
      <Dialog
        opened={recording.opened}
        onClose={recording.close}
        title={recording.subject ? `Change ${nameOf(recording.subject)}` : 'Record a modification'}
      >
        <ModificationForm aircraftId={id} modification={recording.subject} onDone={recording.close} />
      </Dialog>
      {removing.subject && (
        <Removal aircraftId={id} modification={removing.subject} opened={removing.opened} onClose={removing.close} />
      )}
    </Stack>
  );
}

interface RemovalProps {
  aircraftId: string;
  modification: Modification;
  opened: boolean;
  onClose: () => void;
}

function Removal({ aircraftId, modification, opened, onClose }: RemovalProps) {
  const { kind, number } = modification;
  const remove = useAction({
    run: () =>
      api.DELETE('/aircraft/{id}/modifications/{kind}/{number}', {
        params: { path: { id: aircraftId, kind, number } },
      }),
    said: `${nameOf(modification)} is removed.`,
    changes: AIRCRAFT_CHANGES,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${nameOf(modification)}?`}
      verb="Remove"
      action={remove}
      onConfirm={() => remove.act()}
    >
      <Text size="sm">
        Whether it is embodied is unknown then. The history of the aircraft keeps what was recorded.
      </Text>
    </ConfirmDialog>
  );
}
