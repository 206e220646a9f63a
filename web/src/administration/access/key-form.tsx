import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { firstDayOf, lastDayOf, limitsOf } from '../../parts/key-limits.js';
import { Problem } from '../../parts/problem.js';
import { Secret } from '../../parts/secret.js';
import { useAction } from '../../parts/use-action.js';
import type { Person } from '../people/people.js';
import { KEYS, usePermissionsOf, type ApiKey, type Permission } from './keys.js';
import '../administration.css';

const FIELDS = ['name', 'scopes', 'expires_at', 'allowed_cidrs'];
const NAME_MAX_CHARS = 100;

interface KeyFormProps {
  owner: Person;
  apiKey?: ApiKey;
  onDone: () => void;
}

/** Creates a key of a service account and shows it once, or changes the given one. */
export function KeyForm({ owner, apiKey, onDone }: KeyFormProps) {
  const { permissions, error, refetch } = usePermissionsOf(owner);
  const { data: maxDays } = useQuery({
    queryKey: ['settings', 'api_key_max_days'],
    queryFn: async ({ signal }) => (await api.GET('/settings', { signal })).data.api_key_max_days,
  });
  const [name, setName] = useState(apiKey?.name ?? '');
  const [scopes, setScopes] = useState<string[]>(apiKey?.scopes ?? []);
  const [cidrs, setCidrs] = useState(apiKey?.allowed_cidrs?.join('\n') ?? '');
  const [lastDay, setLastDay] = useState(lastDayOf(apiKey));
  const [created, setCreated] = useState<string | null>(null);
  const action = useAction({
    run: async () => {
      const body = { name, scopes: scopes as Permission[], ...limitsOf(lastDay, cidrs, apiKey) };
      if (!apiKey) return (await api.POST('/api-keys', { body: { ...body, owner_id: owner.id } })).data.key;
      await api.PATCH('/api-keys/{id}', { params: { path: { id: apiKey.id } }, body });
      return null;
    },
    ...(apiKey && { said: `${name} is changed.` }),
    changes: [KEYS],
    onDone: (key) => (key === null ? onDone() : setCreated(key)),
  });
  const { problem } = action;
  if (created !== null) return <Secret name="API key" value={created} onDone={onDone} />;
  return (
    <DialogForm
      verb={apiKey ? 'Save' : 'Create'}
      action={action}
      fields={FIELDS}
      onCancel={onDone}
      onSubmit={() => action.act()}
    >
      <TextInput
        label="Name"
        description="What the key is for."
        required
        data-autofocus
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={name}
        {...fieldError(problem, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Checkbox.Group
        label="Permissions"
        description="Choose only what the program needs."
        required
        value={scopes}
        {...fieldError(problem, 'scopes')}
        onChange={setScopes}
      >
        <div className="choices">
          {permissions.map(({ permission, description }) => (
            <Checkbox key={permission} value={permission} label={description} description={permission} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="Last day"
        description={maxDays === undefined ? 'Empty: as late as possible.' : `Empty: in ${maxDays} days, the longest.`}
        type="date"
        min={firstDayOf(apiKey)}
        value={lastDay}
        {...fieldError(problem, 'expires_at')}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <Textarea
        label="Addresses that may use it"
        description="One IP address or CIDR block per line, such as 192.0.2.0/24. Empty: any address."
        autosize
        minRows={2}
        value={cidrs}
        {...fieldError(problem, 'allowed_cidrs')}
        onChange={(event) => setCidrs(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
