import { Button, Text } from '@mantine/core';
import { api } from '../../api.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { SaveButton } from '../../parts/save-button.js';
import { useMe } from '../../parts/use-me.js';
import { AnswerForm } from './answer-form.js';
import { EditReport } from './edit-report.js';
import { RejectForm } from './reject-form.js';
import { SendForm } from './send-form.js';
import { ReportConfirm } from './report-confirm.js';
import { isOpen, type Report } from './use-report.js';

type Form = 'send' | 'answer' | 'reject' | 'edit';

const TITLES: Record<Form, string> = {
  send: 'Send to the author',
  answer: 'Record the answer of the author',
  reject: 'Reject the report',
  edit: 'Edit the report',
};

interface ReportActionsProps {
  report: Report;
  /** Whether the user manages the document. */
  isManager: boolean;
}

/** What the user can do with a report in its state. */
export function ReportActions({ report, isManager }: ReportActionsProps) {
  const { me, can } = useMe();
  const dialog = useDialog<Form>();
  const isReporter = can('discrepancy.create') && report.reported_by === me?.id && report.status === 'reported';
  const isManaged = isManager && isOpen(report.status);
  const button = (form: Form, text: string) => (
    <Button
      variant={form === 'send' && report.status === 'reported' ? 'filled' : 'default'}
      onClick={() => dialog.open(form)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {isManaged && button('send', report.sent_at === null ? 'Send to the author' : 'Send again')}
      {isManaged && button('answer', report.answer === null ? 'Record the answer' : 'Replace the answer')}
      {(isManaged || isReporter) && button('edit', 'Edit')}
      {isManaged && <CloseButton report={report} />}
      {isManaged && button('reject', 'Reject')}
      {isReporter && <WithdrawButton report={report} />}
      {isManager && ['closed', 'rejected'].includes(report.status) && <ReopenButton report={report} />}
      <SaveButton
        button="Save the form"
        label="Save the form of the report as PDF"
        fileName="discrepancy-report.pdf"
        read={() => api.download('/discrepancies/{id}/form', { params: { path: { id: report.id } } })}
      />
      <Dialog opened={dialog.opened} onClose={dialog.close} title={dialog.subject && TITLES[dialog.subject]}>
        {dialog.subject === 'send' && <SendForm report={report} onDone={dialog.close} />}
        {dialog.subject === 'answer' && <AnswerForm report={report} onDone={dialog.close} />}
        {dialog.subject === 'reject' && <RejectForm report={report} onDone={dialog.close} />}
        {dialog.subject === 'edit' && <EditReport id={report.id} isManager={isManaged} onDone={dialog.close} />}
      </Dialog>
    </>
  );
}

function CloseButton({ report }: { report: Report }) {
  return (
    <ReportConfirm
      report={report}
      button="Close"
      title="Close this report?"
      verb="Close the report"
      isDestructive={false}
      run={() => api.POST('/discrepancies/{id}/close', { params: { path: { id: report.id } } })}
      said="The report is closed."
    >
      <Text size="sm">
        The current revision must be newer than the one where the words were reported, and must correct them. The page
        loses its warning, and an interim instruction ends. The report can be reopened.
      </Text>
    </ReportConfirm>
  );
}

function WithdrawButton({ report }: { report: Report }) {
  return (
    <ReportConfirm
      report={report}
      button="Withdraw"
      title="Withdraw your report?"
      verb="Withdraw"
      run={() => api.POST('/discrepancies/{id}/withdraw', { params: { path: { id: report.id } } })}
      said="The report is withdrawn."
    >
      <Text size="sm">The page loses its warning. A withdrawn report cannot be reopened.</Text>
    </ReportConfirm>
  );
}

function ReopenButton({ report }: { report: Report }) {
  return (
    <ReportConfirm
      report={report}
      button="Reopen"
      title="Reopen this report?"
      verb="Reopen"
      isDestructive={false}
      run={() => api.POST('/discrepancies/{id}/reopen', { params: { path: { id: report.id } } })}
      said="The report is open again."
    >
      <Text size="sm">The page has a warning again, with the approved interim instruction if there is one.</Text>
    </ReportConfirm>
  );
}
