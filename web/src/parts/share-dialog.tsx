import { Button, CopyButton, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';
import { Problem } from './problem.js';
import { RecipientsSelect, type Recipient } from './recipients-select.js';
import { useMe } from './use-me.js';
import { useReaders } from './use-readers.js';

interface ShareDialogProps {
  documentId: string;
  /** Shares the document as a whole without. */
  pageNumber?: number;
  opened: boolean;
  onClose: () => void;
}

/** The address that is open, and a share with colleagues, who are notified of it. */
export function ShareDialog({ documentId, pageNumber, opened, onClose }: ShareDialogProps) {
  const { can } = useMe();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={pageNumber === undefined ? 'Share this document' : 'Share this page'}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Stack>
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <TextInput label="Address" readOnly value={location.href} size="md" className="search-box" />
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Button variant="default" size="md" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">It opens for people who can see the document.</Text>
        {can('document.share') && <Recipients documentId={documentId} pageNumber={pageNumber} />}
      </Stack>
    </Modal>
  );
}

function Recipients({ documentId, pageNumber }: { documentId: string; pageNumber: number | undefined }) {
  const client = useQueryClient();
  const { me } = useMe();
  const [chosen, setChosen] = useState<Recipient[]>([]);
  const [message, setMessage] = useState('');
  const [permission, setPermission] = useState<'view' | 'comment'>('comment');
  const { error } = useReaders(documentId, true);
  const share = useMutation({
    mutationFn: () =>
      api.POST('/documents/{id}/shares', {
        params: { path: { id: documentId } },
        body: {
          recipients: chosen.map(({ id, type }) => ({ type, id })),
          permission,
          ...(pageNumber !== undefined && { page_number: pageNumber }),
          ...(message.trim() !== '' && { message: message.trim() }),
        },
      }),
    onSuccess: async () => {
      setChosen([]);
      setMessage('');
      const changed = ['shares', 'access', 'readers'];
      await Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: [key, documentId] })));
    },
  });
  if (error) return <Problem error={error} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        share.mutate();
      }}
    >
      <Stack gap="sm">
        <RecipientsSelect
          documentId={documentId}
          label="Notify colleagues"
          leftOut={me?.id}
          value={chosen}
          onChange={setChosen}
        />
        <Select
          label="They can"
          size="md"
          allowDeselect={false}
          data={[
            { value: 'comment', label: 'read and comment' },
            { value: 'view', label: 'read' },
          ]}
          value={permission}
          onChange={(value) => setPermission(value === 'view' ? 'view' : 'comment')}
        />
        <Textarea
          label="Message"
          size="md"
          autosize
          maxLength={1000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {share.error && <Problem error={share.error} onRetry={() => share.mutate()} />}
        <Group>
          <Button type="submit" loading={share.isPending} disabled={chosen.length === 0}>
            Share
          </Button>
          <Text size="sm" role="status">
            {share.isSuccess ? 'Shared. They are notified.' : ''}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
