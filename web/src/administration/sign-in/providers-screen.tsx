import { Badge, Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { ProviderForm } from './provider-form.js';
import { KINDS, type Provider } from './provider-kinds.js';

/** Where people of the organization sign in with their company account. */
export function ProvidersScreen() {
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const list = useList<Provider>(['identity-providers'], (cursor, signal) =>
    api.GET('/identity-providers', { params: { query: { cursor } }, signal }),
  );
  const create = useAction({
    run: async (body: Schema<'CreateIdentityProviderRequest'>) =>
      (await api.POST('/identity-providers', { body })).data,
    said: 'The identity provider was added. Verify its domains, then test it.',
    changes: [['identity-providers']],
    onDone: ({ id }) =>
      void navigate({ to: '/administration/identity-providers/$providerId', params: { providerId: id } }),
  });
  return (
    <Screen
      title="Company sign-on"
      about="People with an address of these domains sign in with their company account."
      actions={<Button onClick={() => setAdding(true)}>Connect an identity provider</Button>}
    >
      <ListTable
        name="Identity providers"
        list={list}
        empty="Nobody signs in with a company account yet. Connect Entra ID, Okta, Google Workspace, or another provider."
        columns={[
          {
            title: 'Name',
            cell: ({ id, name }) => (
              <Link
                to="/administration/identity-providers/$providerId"
                params={{ providerId: id }}
                className="row-link"
              >
                {name}
              </Link>
            ),
          },
          { title: 'Kind', cell: ({ kind }) => KINDS[kind] },
          { title: 'Domains', cell: ({ domains }) => domains.map(({ domain }) => domain).join(', ') },
          { title: 'State', cell: (provider) => <ProviderState provider={provider} /> },
        ]}
      />
      <ProviderForm opened={isAdding} onClose={() => setAdding(false)} action={create} onSubmit={create.act} />
    </Screen>
  );
}

/** Whether people can sign in through it. */
export function ProviderState({ provider: { enabled, domains } }: { provider: Provider }) {
  if (!enabled) return <Badge color="#495057">Off</Badge>;
  const verified = domains.filter(({ verified_at: at }) => at !== null).length;
  if (verified === domains.length) return <Badge color="#1f6b30">On</Badge>;
  return <Badge color="#8a5300">{`${domains.length - verified} to verify`}</Badge>;
}
