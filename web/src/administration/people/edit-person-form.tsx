import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm } from '../../parts/dialog.js';
import { useAction } from '../../parts/use-action.js';
import { PEOPLE, type Person } from './people.js';
import { PersonFields, type PersonValues } from './person-fields.js';

const FIELDS = ['name', 'role', 'team_id'];

/** Changes name, role and team of a person. */
export function EditPersonForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const { name, role, team_id } = person;
  const [values, setValues] = useState<PersonValues>({ name, role, team_id });
  const action = useAction({
    run: () => api.PATCH('/users/{id}', { params: { path: { id: person.id } }, body: changesOf(person, values) }),
    said: `${values.name} is changed.`,
    changes: [PEOPLE, ['me']],
    onDone,
  });
  return (
    <DialogForm verb="Save" action={action} fields={FIELDS} onCancel={onDone} onSubmit={() => action.act()}>
      <PersonFields values={values} onChange={setValues} problem={action.problem} hasRole />
      {values.role !== role && (
        <Text size="sm">
          The new role applies to the next request. API keys and applications lose what it does not allow.
        </Text>
      )}
    </DialogForm>
  );
}

/** Without what is as it was: a change that somebody else made meanwhile remains. */
function changesOf(person: Person, values: PersonValues): Partial<PersonValues> {
  return {
    ...(values.name !== person.name && { name: values.name }),
    ...(values.role !== person.role && { role: values.role }),
    ...(values.team_id !== person.team_id && { team_id: values.team_id }),
  };
}
