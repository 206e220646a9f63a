import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { Problem } from '../parts/problem.js';
import { useAction } from '../parts/use-action.js';

const REASONS = [
  { value: 'incorrect', label: 'The answer is wrong' },
  { value: 'incomplete', label: 'Something is missing' },
  { value: 'wrong_document', label: 'It is from the wrong document' },
  { value: 'outdated', label: 'It is outdated' },
  { value: 'other', label: 'Something else' },
];
const MAX_CHARS = 2000;

interface FeedbackProps {
  conversation: string;
  messageId: string;
}

/** Whether an answer helped, for those who improve the answers. */
export function Feedback({ conversation, messageId }: FeedbackProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('incorrect');
  const [comment, setComment] = useState('');
  const [given, setGiven] = useState<'up' | 'down' | null>(null);
  const send = useAction({
    run: (body: Schema<'PutFeedbackRequest'>) =>
      api.PUT('/chat/sessions/{id}/messages/{message_id}/feedback', {
        params: { path: { id: conversation, message_id: messageId } },
        body,
      }),
    onDone: (_, { rating }) => {
      setGiven(rating);
      setOpen(false);
    },
  });
  const complain = (): void =>
    send.act({ rating: 'down', reason, ...(comment.trim() !== '' && { comment: comment.trim() }) });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" aria-pressed={given === 'up'} onClick={() => send.act({ rating: 'up' })}>
          Helpful
        </Button>
        <Button
          variant="default"
          aria-pressed={given === 'down'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Not helpful
        </Button>
        {given !== null && (
          <Text size="sm" role="status">
            Thank you.
          </Text>
        )}
      </Group>
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            complain();
          }}
        >
          <Stack gap="xs">
            <Select
              label="What is wrong"
              allowDeselect={false}
              data={REASONS}
              value={reason}
              onChange={(value) => value && setReason(value)}
            />
            <Textarea
              label="Comment"
              maxLength={MAX_CHARS}
              autosize
              minRows={2}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit" loading={send.isPending}>
                Send
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {send.problem && <Problem error={send.problem} onRetry={send.again} />}
    </Stack>
  );
}
