import { Alert, Button, Select, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { ListTable, LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { RowMenu } from '../../parts/row-menu.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import type { Person } from '../people/people.js';
import { KeyForm } from './key-form.js';
import { KEYS, useServiceAccounts, type ApiKey } from './keys.js';
import { Replaced, RotateForm } from './rotate-form.js';

/** The keys of a service account. People see their own keys in their account. */
export function ApiKeysScreen() {
  const { owner } = useSearch({ from: '/signed-in-screens/administration/api-keys' });
  const navigate = useNavigate();
  const { accounts, error, refetch } = useServiceAccounts();
  const [isCreating, setCreating] = useState(false);
  const account = accounts?.find(({ id }) => id === owner) ?? (owner === undefined ? accounts?.[0] : undefined);
  return (
    <Screen
      title="API keys"
      about="Keys of service accounts. People manage their own keys in their account."
      actions={account && <Button onClick={() => setCreating(true)}>Create API key</Button>}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!accounts && !error && <LoadingRows />}
      {accounts && accounts.length > 0 && (
        <Select
          label="Service account"
          searchable
          allowDeselect={false}
          data={accounts.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
          value={account?.id ?? null}
          onChange={(id) =>
            id && void navigate({ to: '/administration/api-keys', search: { owner: id }, replace: true })
          }
        />
      )}
      {accounts && !account && <NoAccount isUnknown={owner !== undefined} />}
      {account && <Keys key={account.id} account={account} />}
      {account && (
        <Dialog opened={isCreating} onClose={() => setCreating(false)} title={`Create an API key for ${account.name}`}>
          <KeyForm owner={account} onDone={() => setCreating(false)} />
        </Dialog>
      )}
    </Screen>
  );
}

function NoAccount({ isUnknown }: { isUnknown: boolean }) {
  return (
    <Alert color="gray" variant="outline">
      <Text size="sm">
        {isUnknown ? 'There is no such service account. ' : 'API keys of programs belong to a service account. '}
        <Link to="/administration/service-accounts" className="plain-link">
          {isUnknown ? 'See the service accounts' : 'Create one first'}
        </Link>
      </Text>
    </Alert>
  );
}

function Keys({ account }: { account: Person }) {
  const editing = useDialog<ApiKey>();
  const rotating = useDialog<ApiKey>();
  const revoking = useDialog<ApiKey>();
  const list = useList([...KEYS, account.id], (cursor, signal) => {
    const query = { owner_id: account.id, ...(cursor && { cursor }) };
    return api.GET('/api-keys', { params: { query }, signal });
  });
  const actionsOf = (key: ApiKey) => [
    { title: 'Edit', onClick: () => editing.open(key) },
    { title: 'Rotate', onClick: () => rotating.open(key) },
    { title: 'Revoke', onClick: () => revoking.open(key), isDestructive: true },
  ];
  return (
    <>
      <ListTable
        name={`API keys of ${account.name}`}
        list={list}
        columns={[
          { title: 'Key', cell: (key) => <KeyName apiKey={key} /> },
          { title: 'Permissions', cell: ({ scopes }) => scopes.join(', ') },
          { title: 'Addresses', cell: ({ allowed_cidrs }) => allowed_cidrs?.join(', ') ?? 'Any' },
          { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
          { title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} dateOnly /> },
          { title: 'Actions', cell: (key) => <RowMenu name={key.name} actions={actionsOf(key)} /> },
        ]}
        empty="This account has no API keys."
      />
      <Dialog opened={editing.opened} onClose={editing.close} title={`Edit ${editing.subject?.name}`}>
        {editing.subject && <KeyForm owner={account} apiKey={editing.subject} onDone={editing.close} />}
      </Dialog>
      <Dialog opened={rotating.opened} onClose={rotating.close} title={`Rotate ${rotating.subject?.name}`}>
        {rotating.subject && <RotateKey id={rotating.subject.id} onDone={rotating.close} />}
      </Dialog>
      {revoking.subject && <RevokeKey apiKey={revoking.subject} opened={revoking.opened} onClose={revoking.close} />}
    </>
  );
}

function KeyName({ apiKey: { name, prefix, previous_expires_at } }: { apiKey: ApiKey }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {prefix}…
      </Text>
      <Replaced name="key" until={previous_expires_at} />
    </>
  );
}

function RotateKey({ id, onDone }: { id: string; onDone: () => void }) {
  return (
    <RotateForm
      name="API key"
      rotate={async (grace_period_seconds) => {
        const params = { path: { id } };
        return (await api.POST('/api-keys/{id}/rotate', { params, body: { grace_period_seconds } })).data.key;
      }}
      changes={[KEYS]}
      onDone={onDone}
    />
  );
}

interface RevokeKeyProps {
  apiKey: ApiKey;
  opened: boolean;
  onClose: () => void;
}

function RevokeKey({ apiKey: { id, name }, opened, onClose }: RevokeKeyProps) {
  const action = useAction({
    run: () => api.DELETE('/api-keys/{id}', { params: { path: { id } } }),
    said: `${name} is revoked.`,
    changes: [KEYS],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Revoke ${name}?`}
      verb="Revoke"
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm">
        The key and every key that was created with it stop working with the next request. It cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
