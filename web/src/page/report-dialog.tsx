import { Blockquote, Select, Text, Textarea } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { Dialog, DialogForm, textOf } from '../parts/dialog.js';
import { fieldError } from '../parts/issues.js';
import { useAction } from '../parts/use-action.js';

type Report = Pick<Schema<'CreateDiscrepancyRequest'>, 'kind' | 'description'> & {
  severity: Schema<'DiscrepancySeverity'>;
};

const MAX_CHARS = 5000;
const KINDS: { value: Report['kind']; label: string }[] = [
  { value: 'inaccurate', label: 'Inaccurate' },
  { value: 'incomplete', label: 'Incomplete' },
  { value: 'ambiguous', label: 'Ambiguous' },
];
const SEVERITIES: { value: Report['severity']; label: string }[] = [
  { value: 'critical', label: 'Critical: due after 7 days' },
  { value: 'major', label: 'Major: due after 30 days' },
  { value: 'minor', label: 'Minor: due after 90 days' },
];

interface ReportDialogProps {
  /** As it was read: the report belongs to its revision. */
  page: Schema<'PageResponse'>;
  /** Words of the page. */
  quote: string;
  opened: boolean;
  onClose: () => void;
}

/** Reports that words of a page are wrong, incomplete or ambiguous. The page then carries a warning. */
export function ReportDialog({ opened, onClose, ...form }: ReportDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Report a discrepancy">
      <ReportForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function ReportForm({ page, quote, onClose }: Omit<ReportDialogProps, 'opened'>) {
  const { document_id, revision_id, page_number } = page;
  const [kind, setKind] = useState<Report['kind']>('inaccurate');
  const [severity, setSeverity] = useState<Report['severity']>('major');
  const report = useAction({
    run: (body: Report) =>
      api.POST('/discrepancies', { body: { ...body, document_id, revision_id, page_number, quote } }),
    said: 'Reported. The page has a warning now.',
    changes: [['page', document_id], ['discrepancies'], ['search']],
    onDone: onClose,
  });
  return (
    <DialogForm
      verb="Report"
      action={report}
      fields={['description']}
      onCancel={onClose}
      onSubmit={(form) => report.act({ kind, severity, description: textOf(form, 'description') })}
    >
      <Blockquote p="xs" className="quote">
        {quote}
      </Blockquote>
      <Select
        label="The words are"
        size="md"
        allowDeselect={false}
        data={KINDS}
        value={kind}
        onChange={(value) => value && setKind(value)}
      />
      <Select
        label="Severity"
        size="md"
        allowDeselect={false}
        data={SEVERITIES}
        value={severity}
        onChange={(value) => value && setSeverity(value)}
      />
      <Textarea
        name="description"
        label="Description"
        description="What is wrong, and what you found on the aircraft"
        required
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_CHARS}
        data-autofocus
        {...fieldError(report.problem, 'description')}
      />
      <Text size="sm">Everyone who can see the document can read the report.</Text>
    </DialogForm>
  );
}
