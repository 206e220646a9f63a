import { Button, Code, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import type { Provider } from './provider-kinds.js';

/** Provisioning by SCIM: the directory of the company creates and suspends people. */
export function Directory({ provider }: { provider: Provider }) {
  const params = { path: { id: provider.id } };
  const changes = [['directory', provider.id]];
  const { data, error, refetch } = useQuery({
    queryKey: ['directory', provider.id],
    queryFn: async ({ signal }): Promise<Schema<'DirectoryResponse'> | null> => {
      try {
        return (await api.GET('/identity-providers/{id}/directory', { params, signal })).data;
      } catch (refusal) {
        if (refusal instanceof ApiError && refusal.status === 404) return null;
        throw refusal;
      }
    },
  });
  const [isAsking, setAsking] = useState(false);
  const disconnect = useAction({
    run: () => api.DELETE('/identity-providers/{id}/directory', { params }),
    said: 'The directory was disconnected.',
    changes,
    onDone: () => setAsking(false),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2} size="h4">
        5. Directory (SCIM)
      </Title>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === null && <Connect providerId={provider.id} />}
      {data && (
        <>
          <Text size="sm">
            The directory manages {data.user_count} people and {data.group_count} groups. Enter this address there, with
            an API key of the service account:
          </Text>
          <Code className="secret">{data.scim_url}</Code>
          <Button variant="default" onClick={() => setAsking(true)}>
            Disconnect the directory
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Disconnect the directory?"
        verb="Disconnect"
        action={disconnect}
        onConfirm={() => disconnect.act()}
      >
        <Text size="sm">
          Its people and their roles stay as they are. From now on, administrators manage them here.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}

function Connect({ providerId }: { providerId: string }) {
  const [account, setAccount] = useState<string | null>(null);
  const { data: accounts = [] } = useQuery({
    queryKey: ['users', 'directory-accounts'],
    queryFn: async ({ signal }) =>
      (await api.GET('/users', { params: { query: { role: 'api_user', limit: 100 } }, signal })).data,
  });
  const fitting = accounts.filter(({ grants }) => grants.includes('directory.manage'));
  const connect = useAction({
    run: () =>
      api.PUT('/identity-providers/{id}/directory', {
        params: { path: { id: providerId } },
        body: { service_account_id: account ?? '' },
      }),
    said: 'The directory was connected.',
    changes: [['directory', providerId]],
  });
  return (
    <>
      <Text size="sm">
        The directory of your company can create, change and suspend people here. It needs a service account with the
        permission to manage the directory.
      </Text>
      <Group align="flex-end" gap="xs">
        <Select
          label="Service account"
          placeholder={fitting.length === 0 ? 'None has the permission' : 'Choose one'}
          data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
          value={account}
          onChange={setAccount}
        />
        <Button variant="default" disabled={account === null} loading={connect.isPending} onClick={() => connect.act()}>
          Connect
        </Button>
      </Group>
      {connect.problem && <Problem error={connect.problem} onRetry={() => connect.act()} />}
    </>
  );
}
