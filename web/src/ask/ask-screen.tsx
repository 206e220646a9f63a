import { Button, Card, Container, Group, Loader, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect, useRef, useState } from 'react';
import type { AskAddress } from '../addresses.js';
import { api } from '../api.js';
import { aircraftName, useAircraft } from '../parts/aircraft-select.js';
import { Problem } from '../parts/problem.js';
import { useDraft } from '../parts/use-draft.js';
import { AboutAircraft } from './about-aircraft.js';
import { Answer } from './answer.js';
import { Choices } from './choices.js';
import { CitedPage } from './cited-page.js';
import { ConversationActions } from './conversation-actions.js';
import { ConversationAircraft } from './conversation-aircraft.js';
import { Feedback } from './feedback.js';
import { isAskedAs, useAnswer, type Arriving, type Message } from './use-answer.js';

type CopilotType = Schema<'CopilotType'>;

const MAX_CHARS = 4000;

/** Questions and answers, with the page of a citation next to them. */
export function AskScreen() {
  const address = useSearch({ from: '/signed-in-screens/ask' });
  const { conversation, copilot = 'mro', aircraft = null } = address;
  const navigate = useNavigate();
  const router = useRouter();
  const [type, setType] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const [opened, setOpened] = useState<Message['citations'][number] | null>(null);
  const [text, setText] = useDraft('question');
  const end = useRef<HTMLDivElement>(null);
  const messages = useMessages(conversation);
  const go = (search: AskAddress): void => void navigate({ to: '/ask', search });
  const open = (id: string | undefined): void =>
    go({ ...(id !== undefined && { conversation: id }), ...(copilot !== 'mro' && { copilot }) });
  const now = { conversation, copilot: copilot as CopilotType, type, aircraft };
  const { arriving, error, ask, stop } = useAnswer(
    (id, asked) => {
      // The user may have gone elsewhere meanwhile.
      const { pathname, search } = router.latestLocation;
      const { copilot: copilotNow = 'mro', ...there } = search as AskAddress;
      const isThere = isAskedAs(asked, {
        ...{ conversation: there.conversation, aircraft: there.aircraft ?? null },
        ...{ copilot: copilotNow as CopilotType, type: asked.type },
      });
      if (pathname === '/ask' && isThere) open(id);
    },
    () => setText(''),
  );
  const isHere = arriving !== null && isAskedAs(arriving.asked, now);
  useEffect(() => {
    document.title = 'Ask · Maintenance Knowledge';
  }, []);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [arriving, messages.data]);

  const send = (question: string): void => {
    const trimmed = question.trim();
    if (trimmed === '' || arriving || isChanging) return;
    setText(question);
    setOpened(null);
    void ask({ question: trimmed, ...now });
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
            isDisabled={isHere}
            onConversation={(id) => {
              setOpened(null);
              open(id);
            }}
          />
          {conversation === undefined && aircraft !== null && (
            <AboutAircraft id={aircraft} isDisabled={isHere} onRemove={() => go(without(address, 'aircraft'))} />
          )}
          {conversation !== undefined && (
            <ConversationAircraft
              key={`aircraft of ${conversation}`}
              conversation={conversation}
              isDisabled={isHere}
              onChanging={setChanging}
            />
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
          {conversation === undefined && !isHere && (
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
          {arriving && <ArrivingAnswer arriving={arriving} isHere={isHere} onStop={() => void stop()} />}
          {error && isAskedAs(error.asked, now) && (
            <Problem
              error={error.error}
              onRetry={() => {
                if (!isChanging) void ask({ ...error.asked, conversation: error.conversation });
              }}
            />
          )}
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
              <Button type="submit" size="md" disabled={text.trim() === '' || arriving !== null || isChanging}>
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

interface ArrivingAnswerProps {
  arriving: Arriving;
  /** Whether the screen shows what the question was asked about. */
  isHere: boolean;
  onStop: () => void;
}

/** The text of an answer as it is made; elsewhere, only that it is made. */
function ArrivingAnswer({ arriving: { asked, content, isStopping }, isHere, onStop }: ArrivingAnswerProps) {
  const { data: aircraft } = useAircraft(asked.conversation === undefined ? asked.aircraft : null);
  return (
    <>
      {isHere && <Question text={asked.question} />}
      <Card withBorder aria-busy="true">
        {isHere && aircraft && <Text size="sm">Asked about {aircraftName(aircraft)}</Text>}
        <Text className="wrap">{isHere ? content : 'Another question is still being answered.'}</Text>
        <Group mt="xs">
          <Loader size="sm" aria-label="Searching the documents" />
          <Button variant="default" disabled={isStopping} onClick={onStop}>
            Stop
          </Button>
        </Group>
      </Card>
    </>
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
