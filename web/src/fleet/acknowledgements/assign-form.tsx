import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { RecipientsSelect, type Recipient } from '../../parts/recipients-select.js';
import { revisionName } from '../../parts/revision-name.js';
import { useAction } from '../../parts/use-action.js';
import { ACKNOWLEDGEMENTS } from './assigned-document.js';
import { ASSIGNMENTS } from './assignments.js';
import { dayAfter, endOfDay } from './due-day.js';

type Scope = Schema<'AssignmentScope'>;

const USUAL_DAYS = 14;
const STATEMENT = 'I have read and understood this revision.';
const SCOPES: { value: Scope; label: string }[] = [
  { value: 'revision', label: 'The whole revision' },
  { value: 'changes', label: 'What changed since the revision that they know' },
];

/** Assigns the current revision of a document to people and teams, who must sign it until a day. */
export function AssignForm({ document, onDone }: { document: Schema<'DocumentResponse'>; onDone: () => void }) {
  const { id, version, revision } = document;
  const [chosen, setChosen] = useState<Recipient[]>([]);
  const [scope, setScope] = useState<Scope>('revision');
  const [usualDay] = useState(() => dayAfter(USUAL_DAYS));
  const client = useQueryClient();
  const assign = useAction({
    run: (body: Schema<'CreateAssignmentRequest'>, once) => api.POST('/assignments', { body, ...once }),
    said: ({ data }) => `Assigned. People who must sign: ${data.counts.assigned}.`,
    changes: [ASSIGNMENTS, ACKNOWLEDGEMENTS],
    onDone,
  });
  const { problem } = assign;
  return (
    <DialogForm
      verb="Assign"
      action={assign}
      fields={['recipients', 'due_at', 'statement', 'scope']}
      onCancel={onDone}
      onReload={() => {
        onDone();
        void client.invalidateQueries({ queryKey: ['document', id] });
        void client.invalidateQueries({ queryKey: ['revisions', id] });
      }}
      onSubmit={(form) =>
        assign.act({
          ...{ document_id: id, revision_id: revision.id, scope, statement: textOf(form, 'statement') },
          recipients: chosen.map(({ type, id: recipient }) => ({ type, id: recipient })),
          due_at: endOfDay(textOf(form, 'due_at')),
        })
      }
    >
      <Text size="sm">
        {revisionName(version)} is assigned. When another revision becomes current, it is assigned to the same people.
      </Text>
      <RecipientsSelect
        documentId={id}
        label="People and teams"
        required
        value={chosen}
        onChange={setChosen}
        {...fieldError(problem, 'recipients')}
      />
      <TextInput
        name="due_at"
        label="Due at the end of"
        type="date"
        required
        size="md"
        defaultValue={usualDay}
        {...fieldError(problem, 'due_at')}
      />
      <Select
        label="They read"
        size="md"
        allowDeselect={false}
        data={SCOPES}
        value={scope}
        {...fieldError(problem, 'scope')}
        onChange={(value) => value && setScope(value)}
      />
      <Textarea
        name="statement"
        label="Statement that they sign"
        required
        size="md"
        autosize
        maxRows={8}
        maxLength={2000}
        defaultValue={STATEMENT}
        {...fieldError(problem, 'statement')}
      />
    </DialogForm>
  );
}
