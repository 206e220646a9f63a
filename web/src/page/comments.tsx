import { Badge, Blockquote, Button, Card, CloseButton, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../api.js';
import { Problem } from '../parts/problem.js';
import { useMe } from '../parts/use-me.js';
import { useDraft } from '../parts/use-draft.js';
import { keyOf, useComments, type Comment } from './use-comments.js';
import { useReaders } from '../parts/use-readers.js';
import type { PageOf } from './use-page.js';

const MAX_CHARS = 10_000;
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface CommentsProps {
  page: PageOf;
  /** Words of the page that the next comment is about. */
  quote: string | null;
  onQuote: (quote: string | null) => void;
}

export function Comments({ page, quote, onQuote }: CommentsProps) {
  const { can } = useMe();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComments(page);
  const nameOf = useNames(page.documentId);
  const all = data?.pages.flatMap(({ data: comments }) => comments) ?? [];
  const threads = all.filter(({ parent_id }) => parent_id === null);
  return (
    <Stack>
      {can('document.comment') && <NewComment page={page} quote={quote} onQuote={onQuote} />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={90} role="group" aria-label="Loading comments" />}
      {data && threads.length === 0 && <Text>No comments on this page yet.</Text>}
      {threads.map((comment) => (
        <Thread
          key={comment.id}
          page={page}
          comment={comment}
          replies={all.filter(({ parent_id }) => parent_id === comment.id).reverse()}
          nameOf={nameOf}
        />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older comments
        </Button>
      )}
    </Stack>
  );
}

function useNames(documentId: string): (id: string | null) => string {
  const { me, can } = useMe();
  const { data: readers = [] } = useReaders(documentId, can('document.share'));
  return (id) => {
    if (id === null) return 'Removed account';
    if (id === me?.id) return 'You';
    return readers.find((reader) => reader.id === id)?.name ?? 'A colleague';
  };
}

function NewComment({ page, quote, onQuote }: CommentsProps) {
  return (
    <CommentForm
      page={page}
      draft={`${page.documentId} ${page.pageNumber}`}
      about={quote === null ? {} : { quote }}
      label="New comment"
      action="Comment"
      onSent={() => onQuote(null)}
    >
      {quote !== null && (
        <Group wrap="nowrap" align="flex-start" gap="xs">
          <Quote text={quote} />
          <CloseButton size={44} aria-label="Comment on the whole page instead" onClick={() => onQuote(null)} />
        </Group>
      )}
    </CommentForm>
  );
}

interface CommentFormProps {
  page: PageOf;
  /** Name of the draft. */
  draft: string;
  /** The comment without its words. */
  about: Omit<New, 'body'>;
  label: string;
  action: string;
  onSent: () => void;
  children?: ReactNode;
}

/** What is typed stays until the service has it. */
function CommentForm({ page, draft, about, label, action, onSent, children }: CommentFormProps) {
  const [text, setText] = useDraft(draft);
  const send = useSending(page, () => {
    setText('');
    onSent();
  });
  const write = (): void => {
    if (text.trim() !== '') send.mutate({ body: text, ...about });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <Stack gap="xs">
        {children}
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={MAX_CHARS}
          size="md"
          value={text}
          readOnly={send.isPending}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {send.error && <Problem error={send.error} onRetry={write} />}
        <Group>
          <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface New {
  body: string;
  quote?: string;
  parent_id?: string;
}

function useSending(page: PageOf, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: New) =>
      api.POST('/documents/{id}/comments', {
        params: { path: { id: page.documentId } },
        body: {
          page_number: page.pageNumber,
          ...comment,
          ...(page.revision !== undefined && { revision_id: page.revision }),
        },
      }),
    onSuccess: async () => {
      onSent();
      await client.invalidateQueries({ queryKey: keyOf(page) });
    },
  });
}

interface ThreadProps {
  page: PageOf;
  comment: Comment;
  replies: readonly Comment[];
  nameOf: (id: string | null) => string;
}

function Thread({ page, comment, replies, nameOf }: ThreadProps) {
  const { can } = useMe();
  const client = useQueryClient();
  const [isReplying, setReplying] = useState(false);
  const path = { id: comment.id };
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      comment.resolved
        ? api.POST('/comments/{id}/reopen', { params: { path } })
        : api.POST('/comments/{id}/resolve', { params: { path } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(page) }),
  });
  const mayChange = can('document.comment') && !comment.deleted;
  return (
    <Card component="article" withBorder padding="sm" id={comment.id} tabIndex={-1}>
      <Stack gap="xs">
        <Written comment={comment} nameOf={nameOf} />
        {replies.map((reply) => (
          <div key={reply.id} className="reply">
            <Written comment={reply} nameOf={nameOf} />
          </div>
        ))}
        {change.error && <Problem error={change.error} onRetry={() => change.mutate()} />}
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" aria-expanded={isReplying} onClick={() => setReplying(!isReplying)}>
              Reply
            </Button>
            <Button variant="subtle" loading={change.isPending} onClick={() => change.mutate()}>
              {comment.resolved ? 'Open again' : 'Resolve'}
            </Button>
          </Group>
        )}
        {isReplying && (
          <CommentForm
            page={page}
            draft={comment.id}
            about={{ parent_id: comment.id }}
            label="Reply"
            action="Send reply"
            onSent={() => setReplying(false)}
          />
        )}
      </Stack>
    </Card>
  );
}

/** Comments are shown as written: no markup of theirs reaches the page. */
function Written({ comment, nameOf }: { comment: Comment; nameOf: ThreadProps['nameOf'] }) {
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {nameOf(comment.user_id)}
        </Text>
        <Text size="sm" c="dimmed">
          <time dateTime={comment.created_at}>{WHEN.format(new Date(comment.created_at))}</time>
          {comment.edited_at !== null && ', edited'}
        </Text>
        {comment.visibility === 'private' && <Badge color="gray.8">only you</Badge>}
        {comment.resolved && comment.parent_id === null && <Badge color="#1f6b30">resolved</Badge>}
        {comment.outdated && <Badge color="#8a5300">of another revision</Badge>}
      </Group>
      {comment.quote !== null && <Quote text={comment.quote} />}
      <Text className="wrap">{comment.deleted ? 'Deleted.' : comment.body}</Text>
    </div>
  );
}

const Quote = ({ text }: { text: string }) => (
  <Blockquote p="xs" my={4} className="quote">
    {text}
  </Blockquote>
);
