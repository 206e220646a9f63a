import { Button, Card, Container, Group, Loader, Select, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.js';
import { AircraftSelect } from '../parts/aircraft-select.js';
import { useDraft } from '../parts/use-draft.js';
import { Problem } from '../parts/problem.js';
import { useFilterValues } from '../search/use-search.js';
import { Answer } from './answer.js';
import { CitedPage } from './cited-page.js';
import { ConversationActions } from './conversation-actions.js';
import { Feedback } from './feedback.js';
import { useAnswer, type Message } from './use-answer.js';

type CopilotType = Schema<'CopilotType'>;

const MAX_CHARS = 4000;
const NEW = 'new';

/** Questions and answers, with the page of a citation next to them. */
export function AskScreen() {
  const { conversation, copilot = 'mro' } = useSearch({ from: '/signed-in-screens/ask' });
  const navigate = useNavigate();
  const [aircraft, setAircraft] = useState<string | null>(null);
  const [tail, setTail] = useState<string | null>(null);
  const [opened, setOpened] = useState<Message['citations'][number] | null>(null);
  const [text, setText] = useDraft('question');
  const end = useRef<HTMLDivElement>(null);
  const messages = useMessages(conversation);
  const open = (id: string | undefined): void =>
    void navigate({
      to: '/ask',
      search: { ...(id ? { conversation: id } : {}), ...(copilot !== 'mro' && { copilot }) },
    });
  const { arriving, error, ask, stop } = useAnswer(open, () => setText(''));
  useEffect(() => {
    document.title = 'Ask · Maintenance Knowledge';
  }, []);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [arriving, messages.data]);

  const send = (question: string): void => {
    const trimmed = question.trim();
    if (trimmed === '' || arriving) return;
    setText(question);
    setOpened(null);
    void ask({ question: trimmed, conversation, copilot: copilot as CopilotType, aircraft, tail });
  };
  return (
    <div className={opened ? 'ask-screen ask-with-page' : 'ask-screen'}>
      <Container size="md" w="100%" px={0} m={opened ? 0 : undefined}>
        <Stack gap="md">
          <Title order={1} size="h3">
            Ask the manuals
          </Title>
          <Choices
            conversation={conversation}
            copilot={copilot}
            aircraft={aircraft}
            onAircraft={setAircraft}
            tail={tail}
            onTail={setTail}
            onConversation={(id) => {
              setOpened(null);
              open(id);
            }}
          />
          {conversation !== undefined && (
            <ConversationActions
              key={conversation}
              conversation={conversation}
              onDeleted={() => {
                setOpened(null);
                open(undefined);
              }}
            />
          )}
          {messages.error && <Problem error={messages.error} onRetry={() => void messages.refetch()} />}
          {conversation !== undefined && messages.isPending && (
            <Skeleton height={160} role="group" aria-label="Loading the conversation" />
          )}
          {conversation === undefined && !arriving && (
            <Text>
              Answers quote the documents. What they do not state is not answered. Read the page before you act.
            </Text>
          )}
          <Stack gap="md" role="log" aria-label="Conversation">
            {messages.data?.map((message) =>
              message.role === 'user' ? (
                <Question key={message.id} text={message.content} />
              ) : (
                <Card key={message.id} withBorder className="answer-card">
                  <Answer message={message} onOpen={setOpened} onAsk={send} />
                  {conversation !== undefined && <Feedback conversation={conversation} messageId={message.id} />}
                </Card>
              ),
            )}
          </Stack>
          {arriving && (
            <>
              <Question text={arriving.question} />
              <Card withBorder aria-busy="true">
                <Text className="wrap">{arriving.content}</Text>
                <Group mt="xs">
                  <Loader size="sm" aria-label="Searching the documents" />
                  <Button variant="default" disabled={arriving.isStopping} onClick={() => void stop()}>
                    Stop
                  </Button>
                </Group>
              </Card>
            </>
          )}
          {error && <Problem error={error.error} onRetry={() => void ask(error.asked)} />}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              send(text);
            }}
          >
            <Group align="flex-end" wrap="nowrap" gap="xs">
              <Textarea
                className="search-box"
                label="Question"
                autosize
                minRows={1}
                maxRows={8}
                size="md"
                maxLength={MAX_CHARS}
                value={text}
                readOnly={arriving !== null}
                onChange={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  send(text);
                }}
              />
              <Button type="submit" size="md" disabled={text.trim() === '' || arriving !== null}>
                Ask
              </Button>
            </Group>
          </form>
          <div ref={end} />
        </Stack>
      </Container>
      {opened && <CitedPage citation={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

const Question = ({ text }: { text: string }) => (
  <Title order={2} size="h5" className="wrap question">
    {text}
  </Title>
);

/** Oldest first. */
function useMessages(conversation: string | undefined) {
  return useQuery({
    queryKey: ['conversation', conversation],
    enabled: conversation !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { id: conversation ?? '' }, query: { limit: 100 } };
      return (await api.GET('/chat/sessions/{id}/messages', { params, signal })).data.toReversed();
    },
  });
}

interface ChoicesProps {
  conversation: string | undefined;
  copilot: string;
  aircraft: string | null;
  onAircraft: (aircraft: string | null) => void;
  tail: string | null;
  onTail: (id: string | null) => void;
  onConversation: (id: string | undefined) => void;
}

/** Copilot and aircraft of a new conversation, and earlier ones. */
function Choices({ conversation, copilot, aircraft, onAircraft, tail, onTail, onConversation }: ChoicesProps) {
  const navigate = useNavigate();
  const { aircraft: types } = useFilterValues();
  const { data: copilots = [] } = useQuery({
    queryKey: ['copilots'],
    queryFn: async ({ signal }) => (await api.GET('/copilots', { signal })).data,
  });
  const { data: earlier = [] } = useQuery({
    queryKey: ['conversations'],
    queryFn: async ({ signal }) => (await api.GET('/chat/sessions', { params: { query: { limit: 50 } }, signal })).data,
  });
  const listed = earlier.map(({ session_id, title }) => ({ value: session_id, label: title }));
  return (
    <div className="filters">
      <Select
        label="Conversation"
        size="md"
        allowDeselect={false}
        data={[{ value: NEW, label: 'New conversation' }, ...listed]}
        value={conversation ?? NEW}
        onChange={(id) => onConversation(id === NEW || id === null ? undefined : id)}
      />
      {conversation === undefined && (
        <>
          <Select
            label="Copilot"
            size="md"
            allowDeselect={false}
            data={copilots
              .filter(({ enabled }) => enabled)
              .map(({ copilot_type, name }) => ({ value: copilot_type, label: name }))}
            value={copilot}
            onChange={(value) =>
              void navigate({ to: '/ask', search: value && value !== 'mro' ? { copilot: value } : {} })
            }
          />
          <Select
            label="Aircraft"
            size="md"
            clearable
            placeholder="All"
            data={types.map(({ value }) => value)}
            value={aircraft}
            onChange={onAircraft}
          />
          <AircraftSelect value={tail} onChange={onTail} />
        </>
      )}
    </div>
  );
}
