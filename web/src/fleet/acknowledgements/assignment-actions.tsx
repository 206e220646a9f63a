import { Button, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Dialog, DialogForm, textOf, useDialog } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { ToEdit } from '../../parts/to-edit.js';
import { useAction } from '../../parts/use-action.js';
import { ACKNOWLEDGEMENTS } from './assigned-document.js';
import { ASSIGNMENTS, type Assignment } from './assignments.js';
import { dayOf, endOfDay } from './due-day.js';

const CHANGES = [ASSIGNMENTS, ACKNOWLEDGEMENTS];

/** What its manager can do with an open assignment. */
export function AssignmentActions({ assignment: { id } }: { assignment: Assignment }) {
  const moving = useDialog<true>();
  const client = useQueryClient();
  return (
    <>
      <Button variant="default" onClick={() => moving.open(true)}>
        Move the due date
      </Button>
      <ConfirmButton
        button="Cancel the assignment"
        size="sm"
        title="Cancel this assignment?"
        verb="Cancel the assignment"
        run={() => api.POST('/assignments/{id}/cancel', { params: { path: { id } } })}
        said="The assignment is canceled."
        changes={CHANGES}
        onReload={() => void client.invalidateQueries({ queryKey: ASSIGNMENTS })}
      >
        <Text size="sm">Those who have not signed no longer have to. Signatures stay with their evidence.</Text>
      </ConfirmButton>
      <Dialog opened={moving.opened} onClose={moving.close} title="Move the due date">
        <ToEdit
          queryKey={[...ASSIGNMENTS, 'one', id]}
          read={(signal) => api.GET('/assignments/{id}', { params: { path: { id } }, signal })}
        >
          {({ value, ifMatch, reload }) => (
            <DueForm assignment={value} ifMatch={ifMatch} onReload={reload} onDone={moving.close} />
          )}
        </ToEdit>
      </Dialog>
    </>
  );
}

interface DueFormProps {
  assignment: Assignment;
  ifMatch: Record<string, string>;
  onReload: () => void;
  onDone: () => void;
}

function DueForm({ assignment: { id, due_at: due }, ifMatch, onReload, onDone }: DueFormProps) {
  const move = useAction({
    run: (day: string) =>
      api.PATCH('/assignments/{id}', {
        params: { path: { id } },
        headers: ifMatch,
        body: { due_at: endOfDay(day) },
      }),
    said: 'The due date is moved.',
    changes: CHANGES,
    onDone,
  });
  return (
    <DialogForm
      verb="Save"
      action={move}
      fields={['due_at']}
      onCancel={onDone}
      onReload={onReload}
      onSubmit={(form) => move.act(textOf(form, 'due_at'))}
    >
      <TextInput
        name="due_at"
        label="Due at the end of"
        description="For everyone who has not signed. They are reminded again."
        type="date"
        required
        size="md"
        defaultValue={dayOf(due)}
        data-autofocus
        {...fieldError(move.problem, 'due_at')}
      />
    </DialogForm>
  );
}
