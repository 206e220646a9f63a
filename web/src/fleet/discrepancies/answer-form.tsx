import { Textarea, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { changedWith, useReload, type Report } from './use-report.js';

/** Records what the author answered, in place of an earlier answer. */
export function AnswerForm({ report, onDone }: { report: Report; onDone: () => void }) {
  const answer = useAction({
    run: (body: Schema<'AnswerDiscrepancyRequest'>) =>
      api.POST('/discrepancies/{id}/answer', { params: { path: { id: report.id } }, body }),
    said: 'The answer is recorded.',
    changes: changedWith(report),
    onDone,
  });
  return (
    <DialogForm
      verb="Record"
      action={answer}
      fields={['answer', 'author_reference']}
      onCancel={onDone}
      onReload={useReload(onDone)}
      onSubmit={(form) => {
        const reference = textOf(form, 'author_reference');
        answer.act({ answer: textOf(form, 'answer'), ...(reference !== '' && { author_reference: reference }) });
      }}
    >
      <Textarea
        name="answer"
        label="Answer"
        required
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        defaultValue={report.answer ?? ''}
        data-autofocus
        {...fieldError(answer.problem, 'answer')}
      />
      <TextInput
        name="author_reference"
        label="Number that the author gave the report"
        size="md"
        maxLength={100}
        autoComplete="off"
        defaultValue={report.author_reference ?? ''}
        {...fieldError(answer.problem, 'author_reference')}
      />
    </DialogForm>
  );
}
