import { Button, Group, Stack, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { AssignForm } from '../../fleet/acknowledgements/assign-form.js';
import { Assignments } from '../../fleet/acknowledgements/assignments.js';
import { Dialog, useDialog } from '../../parts/dialog.js';

/** Who must read and sign the document. For managers. */
export function AssignmentSection({ document }: { document: Schema<'DocumentResponse'> }) {
  const { id, title, status, ingestion } = document;
  const assigning = useDialog<true>();
  return (
    <Stack component="section" gap="sm" aria-labelledby="assignments">
      <Group justify="space-between">
        <Title order={2} size="h4" id="assignments">
          Read and understood
        </Title>
        {status === 'active' && ingestion.state === 'ready' && (
          <Button variant="default" onClick={() => assigning.open(true)}>
            Assign
          </Button>
        )}
      </Group>
      <Assignments documentId={id} empty="It is assigned to nobody." />
      <Dialog opened={assigning.opened} onClose={assigning.close} title={`Assign ${title}`}>
        <AssignForm document={document} onDone={assigning.close} />
      </Dialog>
    </Stack>
  );
}
