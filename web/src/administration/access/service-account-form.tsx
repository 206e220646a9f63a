import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { PEOPLE, type Person } from '../people/people.js';
import { PersonFields, type PersonValues } from '../people/person-fields.js';
import '../administration.css';

type Grant = Schema<'Grant'>;

export const GRANTS: Readonly<Record<Grant, { name: string; about: string }>> = {
  'document.manage': {
    name: 'Manage documents',
    about: 'Upload, import, revise and publish documents.',
  },
  'directory.manage': {
    name: 'Manage the directory',
    about: 'Provision people and groups by SCIM for the identity provider that names this account.',
  },
};

const FIELDS = ['email', 'name', 'team_id', 'grants'];

/** Creates a service account, or changes the given one. */
export function ServiceAccountForm({ account, onDone }: { account?: Person; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [grants, setGrants] = useState<string[]>(account?.grants ?? []);
  const [values, setValues] = useState<PersonValues>({
    name: account?.name ?? '',
    role: 'api_user',
    team_id: account?.team_id ?? null,
  });
  const action = useAction({
    run: () => {
      const { name, team_id } = values;
      const body = { name, team_id, grants: grants as Grant[] };
      return account
        ? api.PATCH('/users/{id}', { params: { path: { id: account.id } }, body })
        : api.POST('/users', { body: { ...body, role: 'api_user', email: email.trim() } });
    },
    said: account ? `${values.name} is changed.` : `${values.name} is created. It has no API key yet.`,
    changes: [PEOPLE],
    onDone,
  });
  const { problem } = action;
  return (
    <DialogForm
      verb={account ? 'Save' : 'Create'}
      action={action}
      fields={FIELDS}
      onCancel={onDone}
      onSubmit={() => action.act()}
    >
      <PersonFields values={values} onChange={setValues} problem={problem} hasRole={false} />
      {!account && (
        <TextInput
          label="E-mail address"
          description="Identifies the account. Nobody can sign in with it."
          type="email"
          required
          autoComplete="off"
          value={email}
          {...fieldError(problem, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group
        label="Grants"
        description="Every service account can search, read and ask. Allow more only where it is needed."
        value={grants}
        {...fieldError(problem, 'grants')}
        onChange={setGrants}
      >
        <div className="choices">
          {Object.entries(GRANTS).map(([grant, { name, about }]) => (
            <Checkbox key={grant} value={grant} label={name} description={about} />
          ))}
        </div>
      </Checkbox.Group>
    </DialogForm>
  );
}
