import { Text, Textarea } from '@mantine/core';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { changedWith, useReload, type Report } from './use-report.js';

/** Proposes an interim instruction, in place of an earlier proposal. */
export function InstructionForm({ report, onDone }: { report: Report; onDone: () => void }) {
  const propose = useAction({
    run: (text: string) =>
      api.PUT('/discrepancies/{id}/interim-instruction', { params: { path: { id: report.id } }, body: { text } }),
    said: 'Proposed. Another manager of the document must approve it.',
    changes: changedWith(report),
    onDone,
  });
  return (
    <DialogForm
      verb="Propose"
      action={propose}
      fields={['text']}
      onCancel={onDone}
      onReload={useReload(onDone)}
      onSubmit={(form) => propose.act(textOf(form, 'text'))}
    >
      <Textarea
        name="text"
        label="Instruction"
        description="What to do until the data is corrected"
        required
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={1000}
        defaultValue={report.instruction_proposal?.text ?? report.interim_instruction?.text ?? ''}
        data-autofocus
        {...fieldError(propose.problem, 'text')}
      />
      <Text size="sm">It takes effect when another manager of the document approves it.</Text>
    </DialogForm>
  );
}
