import { Alert, Blockquote, Button, Group, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { useDialog } from '../../parts/dialog.js';
import { useAction } from '../../parts/use-action.js';
import { useMe } from '../../parts/use-me.js';
import { When } from '../../parts/when.js';
import { ReportConfirm } from './report-confirm.js';
import { changedWith, useReload, type Report } from './use-report.js';

interface ProposalProps {
  report: Report;
  proposal: Schema<'InstructionProposalResponse'>;
  nameOf: (id: string | null) => string;
}

/** A proposed instruction, for the other manager who approves it. */
export function Proposal({ report, proposal, nameOf }: ProposalProps) {
  const { me } = useMe();
  const { text, proposed_by: by, proposed_at: at } = proposal;
  return (
    <Alert color="yellow" variant="outline" role="note" title="Proposed, not in effect yet">
      <Text className="wrap">{text ?? 'Remove the approved instruction.'}</Text>
      <Text size="sm">
        Proposed by {nameOf(by)} <When at={at} />
        {by === me?.id && '. Another manager of the document must approve it.'}
      </Text>
      <Group mt="xs" gap="xs">
        {by !== me?.id && <ApproveButton report={report} proposal={proposal} />}
        <ReportConfirm
          report={report}
          button="Withdraw the proposal"
          title="Withdraw the proposal?"
          verb="Withdraw"
          run={() => api.DELETE('/discrepancies/{id}/interim-instruction', { params: { path: { id: report.id } } })}
          said="The proposal is withdrawn."
        >
          <Text size="sm">An approved instruction stays.</Text>
        </ReportConfirm>
      </Group>
    </Alert>
  );
}

/** The dialog keeps the proposal that the approver reads: one that came meanwhile is not approved in its place. */
function ApproveButton({ report, proposal }: Omit<ProposalProps, 'nameOf'>) {
  const { opened, open, close, subject } = useDialog<ProposalProps['proposal']>();
  const { text, version } = subject ?? proposal;
  const approve = useAction({
    run: () =>
      api.POST('/discrepancies/{id}/interim-instruction/approve', {
        params: { path: { id: report.id } },
        body: { version },
      }),
    said: text === null ? 'The instruction is removed.' : 'The instruction is in effect.',
    changes: changedWith(report),
    onDone: close,
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => open(proposal)}>
        Approve
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={text === null ? 'Approve the removal of the instruction?' : 'Approve this instruction?'}
        verb="Approve"
        isDestructive={text === null}
        action={approve}
        onConfirm={() => approve.act()}
        onReload={useReload()}
      >
        {text !== null && (
          <Blockquote p="xs" className="quote">
            <span className="wrap">{text}</span>
          </Blockquote>
        )}
        <Text size="sm">Your name and the time of the approval are kept.</Text>
      </ConfirmDialog>
    </>
  );
}
