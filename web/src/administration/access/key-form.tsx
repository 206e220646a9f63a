import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { issuesOf } from '../../parts/issues.js';
import { Problem } from '../../parts/problem.js';
import { Secret } from '../../parts/secret.js';
import { useAction } from '../../parts/use-action.js';
import type { Person } from '../people/people.js';
import { KEYS, linesOf, usePermissionsOf, type ApiKey, type Permission } from './keys.js';
import '../administration.css';

const FIELDS = ['name', 'scopes', 'expires_at', 'allowed_cidrs'];
const NAME_MAX_CHARS = 100;
const END_OF_DAY = 'T23:59:59';

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
  const [lastDay, setLastDay] = useState(apiKey?.expires_at ? dayOf(apiKey.expires_at) : '');
  const [created, setCreated] = useState<string | null>(null);
  const action = useAction({
    run: async () => {
      const addresses = linesOf(cidrs);
      const isKept = apiKey?.expires_at && lastDay === dayOf(apiKey.expires_at);
      const body = {
        name,
        scopes: scopes as Permission[],
        allowed_cidrs: addresses.length > 0 ? addresses : null,
        ...(!isKept && { expires_at: lastDay ? new Date(`${lastDay}${END_OF_DAY}`).toISOString() : null }),
      };
      if (!apiKey) return (await api.POST('/api-keys', { body: { ...body, owner_id: owner.id } })).data.key;
      await api.PATCH('/api-keys/{id}', { params: { path: { id: apiKey.id } }, body });
      return null;
    },
    ...(apiKey && { said: `${name} is changed.` }),
    changes: [KEYS],
    onDone: (key) => (key === null ? onDone() : setCreated(key)),
  });
  const issues = issuesOf(action.problem);
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
        error={issues.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Checkbox.Group
        label="Permissions"
        description="Choose only what the program needs."
        required
        value={scopes}
        error={issues.scopes}
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
        value={lastDay}
        error={issues.expires_at}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <Textarea
        label="Addresses that may use it"
        description="One IP address or CIDR block per line, such as 192.0.2.0/24. Empty: any address."
        autosize
        minRows={2}
        value={cidrs}
        error={issues.allowed_cidrs}
        onChange={(event) => setCidrs(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** The day of the user, not of Greenwich. */
function dayOf(time: string): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
