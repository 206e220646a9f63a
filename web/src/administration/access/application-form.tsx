import { Button, Checkbox, Code, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { Problem } from '../../parts/problem.js';
import { Secret } from '../../parts/secret.js';
import { useAction } from '../../parts/use-action.js';
import { useRoles } from '../people/people.js';
import '../administration.css';

export type Application = Schema<'ClientResponse'>;
type Scope = Schema<'OAuthScope'>;

/** Key of queries, for what changes them. */
export const APPLICATIONS = ['applications'];

const FIELDS = ['name', 'redirect_uris', 'scopes'];
const NAME_MAX_CHARS = 100;

/** They identify a person, and permit nothing. */
const IDENTITY: { scope: string; about: string }[] = [
  { scope: 'openid', about: 'Recognize the person' },
  { scope: 'profile', about: 'See name, role, team and organization' },
  { scope: 'email', about: 'See the e-mail address' },
  { scope: 'offline_access', about: 'Stay connected until the session ends' },
];

interface ApplicationFormProps {
  application?: Application;
  onDone: () => void;
}

/** Registers an application and shows its secret once, or changes the given one. */
export function ApplicationForm({ application, onDone }: ApplicationFormProps) {
  const [name, setName] = useState(application?.name ?? '');
  const [type, setType] = useState<Application['type']>(application?.type ?? 'confidential');
  const [addresses, setAddresses] = useState(application?.redirect_uris.join('\n') ?? '');
  const [scopes, setScopes] = useState<string[]>(application?.scopes ?? ['openid', 'profile']);
  const [isFirstParty, setFirstParty] = useState(application?.first_party ?? false);
  const [created, setCreated] = useState<Schema<'CreatedClientResponse'> | null>(null);
  const action = useAction({
    run: async () => {
      const body = {
        name,
        redirect_uris: linesOf(addresses),
        scopes: scopes as Scope[],
        first_party: isFirstParty,
      };
      if (!application) return (await api.POST('/oauth/clients', { body: { ...body, type } })).data;
      await api.PATCH('/oauth/clients/{id}', { params: { path: { id: application.id } }, body });
      return null;
    },
    said: application ? `${name} is changed.` : `${name} is registered.`,
    changes: [APPLICATIONS],
    onDone: (registered) => (registered === null ? onDone() : setCreated(registered)),
  });
  const { problem } = action;
  if (created !== null) return <Registered application={created} onDone={onDone} />;
  return (
    <DialogForm
      verb={application ? 'Save' : 'Register'}
      action={action}
      fields={FIELDS}
      onCancel={onDone}
      onSubmit={() => action.act()}
    >
      <TextInput
        label="Name"
        description="People see it when they are asked for access."
        required
        data-autofocus
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={name}
        {...fieldError(problem, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!application && (
        <Radio.Group label="Type" required value={type} onChange={(chosen) => setType(chosen)}>
          <div className="choices">
            <Radio value="confidential" label="Confidential" description="Runs on a server and can keep a secret." />
            <Radio value="public" label="Public" description="Runs in a browser, on a phone or a desktop." />
          </div>
        </Radio.Group>
      )}
      <Textarea
        label="Redirect URIs"
        description="One per line, exactly as the application sends it: https, or http on this machine."
        required
        autosize
        minRows={2}
        spellCheck={false}
        value={addresses}
        {...fieldError(problem, 'redirect_uris')}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
      <ScopesField value={scopes} problem={problem} onChange={setScopes} />
      <Switch
        label="First party"
        description="Of your organization: people are not asked for consent, and need no permission for applications."
        checked={isFirstParty}
        onChange={(event) => setFirstParty(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

interface ScopesFieldProps {
  value: string[];
  problem: Error | null;
  onChange: (scopes: string[]) => void;
}

function ScopesField({ value, problem, onChange }: ScopesFieldProps) {
  const { data, error: failure, refetch } = useRoles();
  // Service accounts alone provision directories, with API keys.
  const permitting = data?.permissions.filter(({ permission }) => permission !== 'directory.manage') ?? [];
  const choices = [
    ...IDENTITY,
    ...permitting.map(({ permission, description }) => ({ scope: permission, about: description })),
  ];
  return (
    <Checkbox.Group
      label="Scopes"
      description="What it may ask for. The role of each person narrows it."
      required
      value={value}
      {...fieldError(problem, 'scopes')}
      onChange={onChange}
    >
      <div className="choices">
        {failure && <Problem error={failure} onRetry={() => void refetch()} />}
        {choices.map(({ scope, about }) => (
          <Checkbox key={scope} value={scope} label={about} description={scope} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Registered({ application, onDone }: { application: Schema<'CreatedClientResponse'>; onDone: () => void }) {
  const { name, client_id, client_secret } = application;
  return (
    <Stack>
      <Text size="sm">
        Configure {name} with the client ID <Code className="secret">{client_id}</Code>.
      </Text>
      {client_secret === null ? (
        <Group justify="flex-end">
          <Button onClick={onDone}>Done</Button>
        </Group>
      ) : (
        <Secret name="Client secret" value={client_secret} onDone={onDone} />
      )}
    </Stack>
  );
}

/** The lines of a text that are not empty, without repetitions. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
