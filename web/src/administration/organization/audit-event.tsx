import { Alert, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState, type ReactNode } from 'react';
import { api } from '../../api.js';
import type { AuditAddress } from '../../addresses.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { useMe } from '../../parts/use-me.js';
import { When } from '../../parts/when.js';
import { verify, type AuditFinding } from './audit-proof.js';

type Event = Schema<'AuditEventResponse'>;

interface AuditEventProps {
  event: Event;
  onFilter: (address: AuditAddress) => void;
}

/** An event with all that was recorded, and its verification. */
export function AuditEvent({ event, onFilter }: AuditEventProps) {
  const { actor, target } = event;
  const lines: [string, ReactNode][] = [
    ['Time', <When key="time" at={event.occurred_at} />],
    ['Who', `${actor.name ?? actor.type}${actor.id === null ? '' : ` (${actor.id})`}`],
    ['With', actor.api_key_id ?? actor.session_id ?? 'No credential'],
    ['What', target ? `${target.type} ${target.id}` : 'None'],
    ['Result', event.reason === null ? event.result : `${event.result}: ${event.reason}`],
    ['Address', event.ip ?? 'None'],
    ['Program', event.user_agent ?? 'None'],
    ['Request', event.request_id ?? 'None'],
    ['Number', event.sequence ?? 'Not sealed yet'],
  ];
  return (
    <Stack>
      <Table aria-label="Event">
        <Table.Tbody>
          {lines.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className="wrap">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" fw={600}>
        Details
      </Text>
      <Code block tabIndex={0} className="payload">
        {JSON.stringify(event.details, null, 2)}
      </Code>
      <Group gap="xs">
        {actor.id !== null && (
          <Button variant="default" onClick={() => onFilter({ actor: actor.id! })}>
            Events of this user
          </Button>
        )}
        {target && (
          <Button variant="default" onClick={() => onFilter({ target: target.id })}>
            Events of this object
          </Button>
        )}
      </Group>
      <Verification event={event} />
    </Stack>
  );
}

function Verification({ event }: { event: Event }) {
  const { me } = useMe();
  const [found, setFound] = useState<(AuditFinding & { head: Schema<'AuditTreeHeadResponse'> }) | null>(null);
  const check = useAction({
    run: async () => {
      const { data: proof } = await api.GET('/audit-events/{id}/proof', { params: { path: { id: event.id } } });
      // The event in the list may have been read before it was sealed.
      const { data: sealed } = await api.GET('/audit-events/{id}', { params: { path: { id: event.id } } });
      return { ...(await verify(sealed, me?.organization_id ?? '', proof)), head: proof.head };
    },
    onDone: setFound,
  });
  const isEarly = check.problem instanceof ApiError && check.problem.details.reason === 'not_sealed';
  if (found) return <Finding found={found} />;
  return (
    <>
      {check.problem && !isEarly && <Problem error={check.problem} onRetry={() => check.act()} />}
      {isEarly && <Text size="sm">The event is not sealed yet. Try again in a moment.</Text>}
      <Group>
        <Button onClick={() => check.act()} loading={check.isPending}>
          Verify
        </Button>
      </Group>
    </>
  );
}

function Finding({ found }: { found: AuditFinding & { head: Schema<'AuditTreeHeadResponse'> } }) {
  const isSound = found.isUnchanged && found.isIncluded;
  const { tree_size: size, sealed_at: sealedAt, root } = found.head;
  return (
    <Alert
      variant="outline"
      color={isSound ? 'green' : 'red'}
      role="status"
      title={isSound ? 'Unchanged, and in the sealed log' : 'This event does not verify'}
    >
      {isSound ? (
        <Text size="sm">
          This browser computed the hash of the event and the root of the log of {size} events, sealed{' '}
          <When at={sealedAt} />. A copy of the root reveals later changes:
        </Text>
      ) : (
        <Text size="sm">
          {found.isUnchanged
            ? 'Its hash is right, but it is not in the log with this root.'
            : 'Its content does not have the hash that was stored.'}{' '}
          Tell the operators of the service.
        </Text>
      )}
      <Code block className="secret">
        {root}
      </Code>
    </Alert>
  );
}
