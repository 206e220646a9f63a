import { Text, Textarea } from '@mantine/core';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { changedWith, useReload, type Report } from './use-report.js';

/** Ends a report because there is nothing to correct. */
export function RejectForm({ report, onDone }: { report: Report; onDone: () => void }) {
  const reject = useAction({
    run: (reason: string) =>
      api.POST('/discrepancies/{id}/reject', { params: { path: { id: report.id } }, body: { reason } }),
    said: 'The report is rejected.',
    changes: changedWith(report),
    onDone,
  });
  return (
    <DialogForm
      verb="Reject"
      action={reject}
      fields={['reason']}
      onCancel={onDone}
      onReload={useReload(onDone)}
      onSubmit={(form) => reject.act(textOf(form, 'reason'))}
    >
      <Text size="sm">There is nothing to correct. The page loses its warning. The report can be reopened.</Text>
      <Textarea
        name="reason"
        label="Reason"
        required
        size="md"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={2000}
        data-autofocus
        {...fieldError(reject.problem, 'reason')}
      />
    </DialogForm>
  );
}
