import { Text } from '@mantine/core';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { RowMenu, type RowAction } from '../../parts/row-menu.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { ServiceAccountForm } from '../access/service-account-form.js';
import { EditPersonForm } from './edit-person-form.js';
import { PEOPLE, useManagement, type Person } from './people.js';
import { STEPS, type Step } from './person-steps.js';

type Choice = Step | 'edit';

interface Chosen {
  what: Choice;
  person: Person;
}

interface PersonActionsProps {
  person: Person;
  onChoose: (chosen: Chosen) => void;
}

/** What the user can do with an account in its status. */
export function PersonActions({ person, onChoose }: PersonActionsProps) {
  const { me, manages } = useManagement();
  const resend = useAction({
    run: () => api.POST('/users/{id}/resend-invitation', { params: { path: { id: person.id } } }),
    said: `A new invitation is on its way to ${person.email}. The earlier one no longer works.`,
  });
  if (!manages(person)) return null;
  const isOther = person.id !== me?.id;
  const steps: Step[] = isOther ? (Object.keys(STEPS) as Step[]).filter((step) => STEPS[step].isPossible(person)) : [];
  const actions: RowAction[] = [
    { title: 'Edit', onClick: () => onChoose({ what: 'edit', person }) },
    ...(person.status === 'invited' ? [{ title: 'Send the invitation again', onClick: () => resend.act() }] : []),
    ...steps.map((step) => ({
      title: STEPS[step].verb,
      isDestructive: STEPS[step].isDestructive,
      onClick: () => onChoose({ what: step, person }),
    })),
  ];
  return (
    <>
      <RowMenu name={person.name} actions={actions} />
      {resend.problem && <Problem error={resend.problem} onRetry={() => resend.act()} />}
    </>
  );
}

/** The dialogs of all rows. They outlive a row that is deleted. */
export function usePersonDialogs() {
  const editing = useDialog<Person>();
  const stepping = useDialog<{ step: Step; person: Person }>();
  const choose = ({ what, person }: Chosen): void => {
    if (what === 'edit') editing.open(person);
    else stepping.open({ step: what, person });
  };
  const dialogs = (
    <>
      <Dialog opened={editing.opened} onClose={editing.close} title={`Edit ${editing.subject?.name}`}>
        {editing.subject?.role === 'api_user' && (
          <ServiceAccountForm account={editing.subject} onDone={editing.close} />
        )}
        {editing.subject && editing.subject.role !== 'api_user' && (
          <EditPersonForm person={editing.subject} onDone={editing.close} />
        )}
      </Dialog>
      {stepping.subject && <StepDialog {...stepping.subject} opened={stepping.opened} onClose={stepping.close} />}
    </>
  );
  return { choose, dialogs };
}

interface StepDialogProps {
  step: Step;
  person: Person;
  opened: boolean;
  onClose: () => void;
}

function StepDialog({ step, person, opened, onClose }: StepDialogProps) {
  const { verb, title, effect, isDestructive, run, said } = STEPS[step];
  const action = useAction({
    run: () => run(person.id),
    said: said(person.name),
    changes: [PEOPLE],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={title(person.name)}
      verb={verb}
      isDestructive={isDestructive}
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm">{effect(person)}</Text>
    </ConfirmDialog>
  );
}
