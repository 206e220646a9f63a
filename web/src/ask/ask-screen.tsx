import { Button, Card, Container, Group, Loader, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useRef, useState } from 'react';
import type { AskAddress } from '../addresses.js';
import { api } from '../api.js';
import { useDraft } from '../parts/use-draft.js';
import { Problem } from '../parts/problem.js';
import { AboutAircraft } from './about-aircraft.js';
import { Answer } from './answer.js';
import { Choices } from './choices.js';
import { CitedPage } from './cited-page.js';
import { ConversationActions } from './conversation-actions.js';
import { Feedback } from './feedback.js';
import { useAnswer, type Message } from './use-answer.js';

type CopilotType = Schema<'CopilotType'>;

const MAX_CHARS = 4000;

/** Questions and answers, with the page of a citation next to them. */
export function AskScreen() {
  const address = useSearch({ from: '/signed-in-screens/ask' });
  const { conversation, copilot = 'mro', aircraft = null } = address;
  const navigate = useNavigate();
  const [type, setType] = useState<string | null>(null);
  const [opened, setOpened] = useState<Message['citations'][number] | null>(null);
  const [text, setText] = useDraft('question');
  const end = useRef<HTMLDivElement>(null);
  const messages = useMessages(conversation);
  const go = (search: AskAddress): void => void navigate({ to: '/ask', search });
  const open = (id: string | undefined): void =>
    go({ ...(id !== undefined && { conversation: id }), ...(copilot !== 'mro' && { copilot }) });
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
    void ask({ question: trimmed, conversation, copilot: copilot as CopilotType, type, aircraft });
  };
  return (
    <div className={opened ? 'ask-screen ask-with-page' : 'ask-screen'}>
      <Container size="md" w="100%" px={0} m={opened ? 0 : undefined}>
        <Stack gap="md">
          <Title order={1} size="h3">
            Ask the manuals
          </Title>
          <Choices
            address={address}
            onChange={go}
            type={type}
            onType={setType}
            onConversation={(id) => {
              setOpened(null);
              open(id);
            }}
          />
          {conversation === undefined && aircraft !== null && (
            <AboutAircraft id={aircraft} onRemove={() => go(without(address, 'aircraft'))} />
          )}
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

function without({ ...address }: AskAddress, part: keyof AskAddress): AskAddress {
  delete address[part];
  return address;
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
