import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { Problem } from '../parts/problem.js';
import { saveFile } from '../parts/save-file.js';
import { useAction } from '../parts/use-action.js';

/** What can be done with a whole conversation. */
export function ConversationActions({ conversation, onDeleted }: { conversation: string; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const path = { id: conversation };
  const save = useAction({
    run: async () => {
      const params = { path, query: { format: 'md' as const } };
      await saveFile(await api.download('/chat/sessions/{id}/export', { params }), `${conversation}.md`);
    },
  });
  const remove = useAction({
    run: () => api.DELETE('/chat/sessions/{id}', { params: { path } }),
    said: 'The conversation was deleted.',
    changes: [['conversations']],
    onDone: () => {
      setAsking(false);
      onDeleted();
    },
  });
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={save.isPending} onClick={() => save.act()}>
          Save as a file
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete the conversation
        </Button>
      </Group>
      {save.problem && <Problem error={save.problem} onRetry={() => save.act()} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this conversation?"
        verb="Delete"
        action={remove}
        onConfirm={() => remove.act()}
      >
        <Text size="sm">Its questions and answers are removed. This cannot be undone.</Text>
      </ConfirmDialog>
    </>
  );
}
