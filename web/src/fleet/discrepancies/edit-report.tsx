import { Select, Textarea, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { ToEdit } from '../../parts/to-edit.js';
import { useAction } from '../../parts/use-action.js';
import { DISCREPANCIES } from '../words.js';
import { KINDS, SEVERITIES } from './report-words.js';
import { changedWith, type Report } from './use-report.js';

type Change = Schema<'UpdateDiscrepancyRequest'>;

interface EditReportProps {
  id: string;
  /** Whether the user manages the document: the due date is for managers. */
  isManager: boolean;
  onDone: () => void;
}

/** Changes a report, unless another user did so meanwhile. */
export function EditReport({ id, ...props }: EditReportProps) {
  return (
    <ToEdit
      queryKey={[...DISCREPANCIES, 'one', id]}
      read={(signal) => api.GET('/discrepancies/{id}', { params: { path: { id } }, signal })}
    >
      {({ value, ...current }) => <EditForm report={value} {...current} {...props} />}
    </ToEdit>
  );
}

interface EditFormProps extends Omit<EditReportProps, 'id'> {
  report: Report;
  ifMatch: Record<string, string>;
  reload: () => void;
}

function EditForm({ report, ifMatch, reload, isManager, onDone }: EditFormProps) {
  const [kind, setKind] = useState(report.kind);
  const [severity, setSeverity] = useState(report.severity);
  const save = useAction({
    run: (body: Change) =>
      api.PATCH('/discrepancies/{id}', { params: { path: { id: report.id } }, headers: ifMatch, body }),
    said: 'The report is changed.',
    changes: changedWith(report),
    onDone,
  });
  const { problem } = save;
  return (
    <DialogForm
      verb="Save"
      action={save}
      fields={['kind', 'severity', 'description', 'due_on']}
      onCancel={onDone}
      onReload={reload}
      onSubmit={(form) =>
        save.act({
          ...{ kind, severity, description: textOf(form, 'description') },
          ...(isManager && { due_on: textOf(form, 'due_on') }),
        })
      }
    >
      <Select
        label="The words are"
        size="md"
        allowDeselect={false}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        value={kind}
        {...fieldError(problem, 'kind')}
        onChange={(value) => value && setKind(value as Report['kind'])}
      />
      <Select
        label="Severity"
        size="md"
        allowDeselect={false}
        data={Object.entries(SEVERITIES).map(([value, label]) => ({ value, label }))}
        value={severity}
        {...fieldError(problem, 'severity')}
        onChange={(value) => value && setSeverity(value as Report['severity'])}
      />
      <Textarea
        name="description"
        label="Description"
        required
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        defaultValue={report.description}
        {...fieldError(problem, 'description')}
      />
      {isManager && (
        <TextInput
          name="due_on"
          label="Answer due on"
          type="date"
          required
          size="md"
          defaultValue={report.due_on}
          {...fieldError(problem, 'due_on')}
        />
      )}
    </DialogForm>
  );
}
