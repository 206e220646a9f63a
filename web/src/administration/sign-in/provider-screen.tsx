import { Alert, Badge, Button, Code, CopyButton, Group, List, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { When } from '../../parts/when.js';
import { Directory } from './directory.js';
import { MappingRules } from './mapping-rules.js';
import { ProviderForm } from './provider-form.js';
import { KINDS, type Provider } from './provider-kinds.js';
import { ProviderState } from './providers-screen.js';
import './sign-in.css';

const OUTCOMES = {
  passed: { label: 'Passed', color: '#1f6b30' },
  warning: { label: 'Warning', color: '#8a5300' },
  failed: { label: 'Failed', color: '#b02a37' },
  skipped: { label: 'Skipped', color: '#495057' },
} as const;

/** An identity provider, step by step: register, verify domains, test, and assign roles. */
export function ProviderScreen() {
  const { providerId } = useParams({ from: '/signed-in-screens/administration/identity-providers/$providerId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['identity-providers', providerId],
    queryFn: async ({ signal }) =>
      (await api.GET('/identity-providers/{id}', { params: { path: { id: providerId } }, signal })).data,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return data ? <Details provider={data} /> : <LoadingRows />;
}

function Details({ provider }: { provider: Provider }) {
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null);
  const navigate = useNavigate();
  const close = (): void => setDialog(null);
  const params = { path: { id: provider.id } };
  const change = useAction({
    run: (body: Schema<'UpdateIdentityProviderRequest'>) => api.PATCH('/identity-providers/{id}', { params, body }),
    said: 'The identity provider was changed.',
    changes: [['identity-providers']],
    onDone: close,
  });
  const remove = useAction({
    run: () => api.DELETE('/identity-providers/{id}', { params }),
    said: 'The identity provider was deleted.',
    changes: [['identity-providers']],
    onDone: () => navigate({ to: '/administration/identity-providers' }),
  });
  return (
    <Screen
      title={provider.name}
      about={KINDS[provider.kind]}
      actions={
        <>
          <Button variant="default" onClick={() => setDialog('change')}>
            Change
          </Button>
          <Button variant="outline" color="#b02a37" className="danger-button" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </>
      }
    >
      <Group>
        <ProviderState provider={provider} />
        <Switch
          label="People can sign in through it"
          checked={provider.enabled}
          disabled={change.isPending}
          onChange={(event) => change.act({ enabled: event.currentTarget.checked })}
        />
      </Group>
      {change.problem && dialog === null && <Problem error={change.problem} onRetry={change.again} />}
      <Registration provider={provider} />
      <Domains provider={provider} />
      <Test provider={provider} />
      <MappingRules
        key={JSON.stringify(provider.role_mapping)}
        rules={provider.role_mapping}
        action={change}
        onSave={(rules) => change.act({ role_mapping: rules })}
      />
      <Directory provider={provider} />
      <ProviderForm
        key={`form ${provider.updated_at}`}
        opened={dialog === 'change'}
        onClose={close}
        action={change}
        onSubmit={({ kind: _, ...body }) => change.act(body)}
        provider={provider}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${provider.name}?`}
        verb="Delete"
        typed={provider.name}
        action={remove}
        onConfirm={() => remove.act()}
      >
        <Text size="sm">
          Its people stay, but can sign in only with a password, which they set by “Forgot your password”. Their links
          to the provider are removed. This cannot be undone.
        </Text>
      </ConfirmDialog>
    </Screen>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  return (
    <Group gap="xs" align="center">
      <Text size="sm">{name}</Text>
      <Code className="secret">{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy} aria-label={`Copy ${name}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

function Registration({ provider: { saml, redirect_uri: redirectUri, client_id: clientId } }: { provider: Provider }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        1. Register the service at the provider
      </Title>
      <Copied name={saml ? 'Assertion consumer service' : 'Redirect URI'} value={redirectUri} />
      {saml ? (
        <>
          <Copied name="Metadata of this service" value={saml.metadata_url} />
          <Copied name="Entity id of this service" value={clientId} />
          {saml.certificates.map(({ fingerprint, expires_at: at }) => (
            <Text size="sm" key={fingerprint} className="wrap">
              Certificate of the provider <Code>{fingerprint}</Code>, valid until <When at={at} dateOnly />
            </Text>
          ))}
        </>
      ) : (
        <Copied name="Client id" value={clientId} />
      )}
    </Stack>
  );
}

function Domains({ provider }: { provider: Provider }) {
  const verify = useAction({
    run: (domain: string) =>
      api.POST('/identity-providers/{id}/domains/{domain}/verify', { params: { path: { id: provider.id, domain } } }),
    said: (_, domain) => `${domain} is verified.`,
    changes: [['identity-providers']],
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        2. Verify the domains
      </Title>
      {provider.domains.map(({ domain, verified_at: verifiedAt, record_name: name, record_value: value }) => (
        <section key={domain} aria-label={domain} className="domain">
          <Group gap="xs">
            <Text fw={600}>{domain}</Text>
            {verifiedAt === null ? (
              <Badge color="#8a5300">Not verified</Badge>
            ) : (
              <>
                <Badge color="#1f6b30">Verified</Badge>
                <Text size="sm">
                  <When at={verifiedAt} />
                </Text>
              </>
            )}
          </Group>
          {verifiedAt === null && (
            <>
              <Text size="sm">Add this TXT record in the DNS of the domain. Nobody can sign in with it before.</Text>
              <Copied name="Name" value={name} />
              <Copied name="Value" value={value} />
              <Group>
                <Button variant="default" onClick={() => verify.act(domain)} loading={verify.isPending}>
                  Verify {domain}
                </Button>
              </Group>
            </>
          )}
        </section>
      ))}
      {verify.problem && <Problem error={verify.problem} onRetry={verify.again} />}
    </Stack>
  );
}

function Test({ provider }: { provider: Provider }) {
  const [result, setResult] = useState<Schema<'ProviderCheckResponse'> | null>(null);
  const test = useAction({
    run: async () => (await api.POST('/identity-providers/{id}/test', { params: { path: { id: provider.id } } })).data,
    onDone: setResult,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2} size="h4">
        3. Test it
      </Title>
      <Button onClick={() => test.act()} loading={test.isPending}>
        Test the connection
      </Button>
      {test.problem && <Problem error={test.problem} onRetry={() => test.act()} />}
      {result && (
        <Alert
          role="status"
          variant="outline"
          color={result.ok ? 'green' : 'red'}
          title={result.ok ? 'People can sign in through it' : 'People cannot sign in through it yet'}
        >
          <List listStyleType="none" spacing={6}>
            {result.checks.map(({ check, outcome, message }) => (
              <List.Item key={check}>
                <Badge color={OUTCOMES[outcome].color}>{OUTCOMES[outcome].label}</Badge> {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
