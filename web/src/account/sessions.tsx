import { Badge, Group, Text, Title } from '@mantine/core';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ListTable } from '../parts/list-table.js';
import { When } from '../parts/when.js';
import { deviceName } from './device-name.js';
import { useWhole } from './use-whole.js';

type Session = Schema<'SessionResponse'>;

export const SESSIONS = ['sessions'] as const;

/** Where the user is signed in. */
export function Sessions() {
  const list = useWhole(SESSIONS, async (signal) => (await api.GET('/auth/sessions', { signal })).data);
  const hasOthers = list.rows?.some(({ current }) => !current) ?? false;
  return (
    <section className="settings-section" aria-labelledby="sessions">
      <Group justify="space-between">
        <Title order={2} size="h5" id="sessions">
          Sessions
        </Title>
        {hasOthers && (
          <EndSessions
            run={() => api.DELETE('/auth/sessions')}
            said="The sessions have ended"
            button="End all others"
            title="End all other sessions?"
            name="All other browsers and programs"
          />
        )}
      </Group>
      <ListTable
        name="Sessions"
        list={list}
        empty="There are no sessions."
        columns={[
          { title: 'Device', cell: (session) => <Device session={session} /> },
          { title: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
          { title: 'Last used', cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
          { title: 'Actions', cell: (session) => <Actions session={session} /> },
        ]}
      />
    </section>
  );
}

function Device({ session: { device, ip, current } }: { session: Session }) {
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {deviceName(device)}
        </Text>
        {current && (
          <Badge color="#1f6b30" radius="sm">
            this session
          </Badge>
        )}
      </Group>
      <Text size="sm">{ip}</Text>
    </>
  );
}

function Actions({ session }: { session: Session }) {
  if (session.current) return 'Sign out ends it';
  const name = deviceName(session.device);
  return (
    <EndSessions
      run={() => end(session.id)}
      said="The session has ended"
      button="End"
      title={`End the session of ${name}?`}
      name={name}
    />
  );
}

interface EndSessionsProps {
  run: () => Promise<unknown>;
  said: string;
  button: string;
  title: string;
  /** What is signed out, as the subject of a sentence. */
  name: string;
}

function EndSessions({ run, said, button, title, name }: EndSessionsProps) {
  return (
    <ConfirmButton button={button} title={title} verb="End" run={run} said={said} changes={[SESSIONS]}>
      <Text size="sm">
        {name} must sign in again. If you do not know the device, change your password too. API keys keep working.
      </Text>
    </ConfirmButton>
  );
}

/** Also for one that has ended meanwhile. */
async function end(id: string): Promise<void> {
  try {
    await api.DELETE('/auth/sessions/{id}', { params: { path: { id } } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
