import { Alert, Button, Card, Group, List, Stack, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { Link } from '@tanstack/react-router';
import { Notice } from '../parts/notice.js';
import { revisionName } from '../parts/revision-name.js';
import type { Message } from './use-answer.js';

type Citation = Message['citations'][number];

const STATES: Partial<Record<NonNullable<Message['status']>, string>> = {
  stopped: 'Stopped. The answer is incomplete.',
  failed: 'The answer could not be completed. Ask again.',
};

interface AnswerProps {
  message: Message;
  onOpen: (citation: Citation) => void;
  /** Asks another question. */
  onAsk: (question: string) => void;
}

/** An answer with its citations, or what the service says instead of one. */
export function Answer({ message, onOpen, onAsk }: AnswerProps) {
  const { answer_status, citations, warnings, clarification, status, aircraft } = message;
  const state = STATES[status];
  return (
    <Stack gap="sm">
      {aircraft !== null && (
        <Text size="sm" c="dimmed">
          For{' '}
          {[aircraft.registration, aircraft.serial_number && `MSN ${aircraft.serial_number}`]
            .filter(Boolean)
            .join(', ')}
        </Text>
      )}
      {answer_status === 'refused' ? (
        <Alert color="yellow" variant="outline" title="No answer in the documents">
          <Text className="wrap">{message.content}</Text>
        </Alert>
      ) : (
        <Body message={message} onOpen={onOpen} />
      )}
      {warnings
        .filter(({ text }) => !message.content.includes(text))
        .map(({ kind, text }) =>
          kind === 'warning' || kind === 'caution' ? (
            <Notice key={text} kind={kind} text={text} />
          ) : (
            <Text key={text} size="sm">
              {text}
            </Text>
          ),
        )}
      {state !== undefined && <Text fw={600}>{state}</Text>}
      {clarification && (
        <Group gap="xs">
          {clarification.options.map(({ text }) => (
            <Button key={text} variant="default" className="wide-button" onClick={() => onAsk(text)}>
              {text}
            </Button>
          ))}
        </Group>
      )}
      {citations.length > 0 && <Citations citations={citations} onOpen={onOpen} />}
      <Suggestions message={message} />
    </Stack>
  );
}

/** The text, whose `[1]` open the citation. */
function Body({ message: { content, citations }, onOpen }: Pick<AnswerProps, 'message' | 'onOpen'>) {
  return (
    <div className="answer-text">
      {content.split(/\n{2,}/).map((paragraph, number) => (
        <div key={number} className={classOf(paragraph)}>
          <Paragraph text={paragraph} citations={citations} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
}

/** Quoted WARNINGs and CAUTIONs come first, in separate paragraphs. */
function classOf(paragraph: string): string {
  if (paragraph.startsWith('TEMPORARY REVISION')) return 'wrap notice notice-warning';
  if (paragraph.startsWith('DISCREPANCY')) return 'wrap notice notice-caution';
  const [, kind] = /^(WARNING|CAUTION)\b/.exec(paragraph) ?? [];
  return kind === undefined ? 'wrap answer-paragraph' : `wrap notice notice-${kind.toLowerCase()}`;
}

interface ParagraphProps {
  text: string;
  citations: Citation[];
  onOpen: (citation: Citation) => void;
}

function Paragraph({ text, citations, onOpen }: ParagraphProps) {
  return (
    <>
      {text.split(/(\[\d+\])/).map((part, at) => {
        const citation = citations.find(({ index }) => part === `[${index}]`);
        if (!citation) return <span key={at}>{part}</span>;
        return (
          <button
            key={at}
            type="button"
            className="citation-mark"
            aria-label={`Citation ${citation.index}: ${citation.title}, page ${citation.page_number}`}
            onClick={() => onOpen(citation)}
          >
            {citation.index}
          </button>
        );
      })}
    </>
  );
}

function Citations({ citations, onOpen }: { citations: Citation[]; onOpen: (citation: Citation) => void }) {
  return (
    <div>
      <Text fw={600} size="sm">
        Sources
      </Text>
      <Stack gap={6} mt={4}>
        {citations.map((citation) => (
          <Card key={citation.index} withBorder padding="xs">
            <button type="button" className="citation-link" onClick={() => onOpen(citation)}>
              [{citation.index}] {citation.title}, page {citation.page_number}
            </button>
            <Text size="sm">
              {[citation.document_type, citation.aircraft_type, revisionName(citation.version), citation.revision_date]
                .filter(Boolean)
                .join(' · ')}
              {citation.superseded && <strong> SUPERSEDED</strong>}
              {citation.temporary_revisions
                .filter(({ role, action }) => role === 'beneath' && action !== 'insert')
                .map(({ id, number }) => (
                  <strong key={id}> CHANGED BY {number}</strong>
                ))}
            </Text>
            {citation.notices_of_change.length > 0 && (
              <Text size="sm" className="change-text">
                Newer: {citation.notices_of_change.map(noticeName).join(', ')}
              </Text>
            )}
          </Card>
        ))}
      </Stack>
    </div>
  );
}

const noticeName = ({ document_number, title, version }: Schema<'ChangeNoticeResponse'>): string =>
  `${document_number ?? title} ${revisionName(version)}`;

function Suggestions({ message: { suggestions, answer_status } }: { message: Message }) {
  if (suggestions.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {answer_status === 'grounded' ? 'Other documents on this subject' : 'Nearest documents'}
      </Text>
      <List size="sm" spacing={4}>
        {suggestions.map(({ document_id, page_number, title, version, section, missing_terms }) => (
          <List.Item key={`${document_id} ${page_number}`}>
            <Link
              to="/documents/$documentId/pages/$pageNumber"
              params={{ documentId: document_id, pageNumber: String(page_number) }}
              search={{}}
              className="plain-link"
            >
              {title}, page {page_number}
            </Link>{' '}
            ({revisionName(version)}){section !== '' && ` ${section}`}
            {missing_terms && missing_terms.length > 0 && `. Does not mention: ${missing_terms.join(', ')}`}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
