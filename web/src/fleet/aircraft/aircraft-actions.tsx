import type { Schema } from 'aviation-maintenance-knowledge-client';
import { LinkButton } from '../../parts/link-button.js';
import { useMe } from '../../parts/use-me.js';

/** What can be done with an aircraft. */
export function AircraftActions({ aircraft: { id } }: { aircraft: Schema<'AircraftResponse'> }) {
  const { can } = useMe();
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
    </>
  );
}
