import { Button, Code, Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListTable } from '../parts/list-table.js';
import { Screen } from '../parts/screen.js';
import { Secret } from '../parts/secret.js';
import { useAction } from '../parts/use-action.js';
import { useMe } from '../parts/use-me.js';
import { When } from '../parts/when.js';
import { KeyActions } from './key-actions.js';
import { KeyForm } from './key-form.js';
import { keysOf, SIDES, useKeys, type ApiKey, type KeyValues, type Side } from './keys.js';
import { permissionWords } from './permission-words.js';
import './account.css';

/** The API keys of the user, of which each is shown once. */
export function KeysScreen() {
  const { side = 'live' } = useSearch({ from: '/signed-in-screens/account/keys' });
  const navigate = useNavigate();
  const { can } = useMe();
  return (
    <Screen
      title="API keys"
      about="Programs use a key to act for you, with the rights that you give it."
      actions={
        <SegmentedControl
          aria-label="Keys of"
          data={[
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Sandbox' },
          ]}
          value={side}
          onChange={(value) =>
            void navigate({ to: '/account/keys', search: value === 'test' ? { side: 'test' } : {}, replace: true })
          }
        />
      }
    >
      {can('api.access') && <Keys key={side} side={side} />}
    </Screen>
  );
}

function Keys({ side }: { side: Side }) {
  const list = useKeys(side);
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const create = useAction({
    run: async (body: KeyValues) => (await SIDES[side].POST('/api-keys', { body })).data,
    changes: [keysOf(side)],
    onDone: ({ key }) => {
      setShown(key);
      setCreating(false);
    },
  });
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" className="grow">
          {side === 'test'
            ? 'Keys of the sandbox start with amk_test_ and reach test data only.'
            : 'Keep keys out of programs that others can read. Revoke a key that has leaked.'}
        </Text>
        <Button onClick={() => setCreating(true)}>New key</Button>
      </Group>
      {shown !== null && <Secret name="API key" value={shown} onDone={() => setShown(null)} />}
      <ListTable
        name="API keys"
        list={list}
        empty="You have no keys here. Create one for a program that searches or files documents for you."
        columns={[
          { title: 'Key', cell: (key) => <Named apiKey={key} /> },
          { title: 'Can', cell: ({ scopes }) => scopes.map(permissionWords).join(' · ') || 'Nothing' },
          { title: 'Expires', cell: (key) => <Expiry apiKey={key} /> },
          { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
          { title: 'Actions', cell: (key) => <KeyActions apiKey={key} side={side} onRotated={setShown} /> },
        ]}
      />
      <KeyForm opened={isCreating} onClose={() => setCreating(false)} action={create} onSubmit={create.act} />
    </>
  );
}

function Named({ apiKey: { name, prefix, allowed_cidrs } }: { apiKey: ApiKey }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Code>{prefix}…</Code>
      {allowed_cidrs && <Text size="sm">From {allowed_cidrs.join(', ')}</Text>}
    </>
  );
}

function Expiry({ apiKey: { expires_at, previous_expires_at } }: { apiKey: ApiKey }) {
  return (
    <>
      <When at={expires_at} dateOnly />
      {previous_expires_at && (
        <Text size="sm">
          The replaced key works until <When at={previous_expires_at} />
        </Text>
      )}
    </>
  );
}
