import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { When } from '../../parts/when.js';
import { InstructionForm } from './instruction-form.js';
import { Proposal } from './proposal.js';
import { ReportConfirm } from './report-confirm.js';
import { isOpen, type Report } from './use-report.js';

interface InstructionProps {
  report: Report;
  /** Whether the user manages the document. */
  isManager: boolean;
  nameOf: (id: string | null) => string;
}

/** What to do until the data is corrected. One manager of the document proposes it, another approves it. */
export function Instruction({ report, isManager, nameOf }: InstructionProps) {
  const { interim_instruction: approved, instruction_proposal: proposal, status } = report;
  const dialog = useDialog<true>();
  const isManaged = isManager && isOpen(status);
  return (
    <Stack component="section" gap="xs" aria-labelledby="instruction">
      <Title order={2} size="h4" id="instruction">
        Interim instruction
      </Title>
      {approved === null ? (
        <Text size="sm">None is approved.</Text>
      ) : (
        <>
          <Text fw={600} className="wrap">
            {approved.text}
          </Text>
          <Text size="sm">
            Proposed by {nameOf(approved.proposed_by)}, approved by {nameOf(approved.approved_by)}{' '}
            <When at={approved.approved_at} />
            {!isOpen(status) && '. It ended with the report.'}
          </Text>
        </>
      )}
      {isManaged && proposal && <Proposal report={report} proposal={proposal} nameOf={nameOf} />}
      {isManaged && (
        <Group gap="xs">
          <Button variant="default" onClick={() => dialog.open(true)}>
            {proposal || approved ? 'Propose another instruction' : 'Propose an instruction'}
          </Button>
          {approved && <RemovalButton report={report} />}
        </Group>
      )}
      <Dialog opened={dialog.opened} onClose={dialog.close} title="Propose an interim instruction">
        <InstructionForm report={report} onDone={dialog.close} />
      </Dialog>
    </Stack>
  );
}

function RemovalButton({ report }: { report: Report }) {
  return (
    <ReportConfirm
      report={report}
      button="Propose to remove it"
      title="Propose to remove the instruction?"
      verb="Propose"
      run={() =>
        api.PUT('/discrepancies/{id}/interim-instruction', {
          params: { path: { id: report.id } },
          body: { text: null },
        })
      }
      said="The removal is proposed."
    >
      <Text size="sm">The instruction stays until another manager of the document approves the removal.</Text>
    </ReportConfirm>
  );
}
