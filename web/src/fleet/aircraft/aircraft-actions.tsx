import { Button } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { LinkButton } from '../../parts/link-button.js';
import { useMe } from '../../parts/use-me.js';
import { EditAircraft } from './edit-aircraft.js';

/** What can be done with an aircraft. */
export function AircraftActions({ aircraft: { id, registration } }: { aircraft: Schema<'AircraftResponse'> }) {
  const { can } = useMe();
  const editing = useDialog<true>();
  return (
    <>
      {can('chat.use') && (
        <LinkButton variant="filled" to="/ask" search={{ aircraft: id }}>
          Ask about this aircraft
        </LinkButton>
      )}
      {can('document.search') && (
        <LinkButton to="/" search={{ tail: id }}>
          Search for this aircraft
        </LinkButton>
      )}
      <LinkButton to="/fleet/job-cards/new" search={{ aircraft: id }}>
        Make a job card
      </LinkButton>
      {can('aircraft.manage') && (
        <Button variant="default" onClick={() => editing.open(true)}>
          Edit
        </Button>
      )}
      <Dialog opened={editing.opened} onClose={editing.close} title={`Edit ${registration}`}>
        <EditAircraft id={id} onDone={editing.close} />
      </Dialog>
    </>
  );
}
