import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { PEOPLE, useManagement } from './people.js';
import { PersonFields, type PersonValues } from './person-fields.js';

const FIELDS = ['email', 'name', 'role', 'team_id'];

/** Invites a person by mail. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const { me, isAdmin } = useManagement();
  const [email, setEmail] = useState('');
  const [values, setValues] = useState<PersonValues>({
    name: '',
    role: 'engineer',
    team_id: isAdmin ? null : (me?.team_id ?? null),
  });
  const action = useAction({
    run: () => api.POST('/users', { body: { email: email.trim(), ...values } }),
    said: `${email.trim()} is invited. The invitation is on its way.`,
    changes: [PEOPLE],
    onDone,
  });
  const { problem } = action;
  return (
    <DialogForm verb="Invite" action={action} fields={FIELDS} onCancel={onDone} onSubmit={() => action.act()}>
      <Text size="sm">The person gets a mail with a link to choose a password. It works once, for seven days.</Text>
      <TextInput
        label="E-mail address"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        value={email}
        {...fieldError(problem, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PersonFields values={values} onChange={setValues} problem={problem} hasRole />
    </DialogForm>
  );
}
