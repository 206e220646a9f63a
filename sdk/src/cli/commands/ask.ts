import type { AnswerEvent, Schema } from '../../index.js';
import { defineCommand } from '../command.js';
import { connect } from '../connection.js';
import { EXIT, StopError, UsageError } from '../exit.js';
import { interruptible } from '../interruption.js';
import { FILTER_OPTIONS, filtersOf, showPlace } from '../passages.js';
import type { Terminal } from '../terminal.js';

type Answer = Schema<'MessageDoneResponse'>;

const COPILOTS = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'] as const;

export const commands = [
  defineCommand({
    name: 'ask',
    summary: 'answers a question from the documents, with citations',
    details: 'Exit code 1: the documents do not answer the question, or it needs to be more precise.',
    positionals: [{ name: 'QUESTION', isMany: true }],
    options: {
      ...FILTER_OPTIONS,
      copilot: { type: 'string', value: 'NAME', default: 'mro', summary: 'who answers', choices: COPILOTS },
      session: { type: 'string', value: 'ID', summary: 'conversation to continue' },
    },
    action: async ({ values, positionals, connection, terminal }) => {
      const { client, baseUrl } = connect(connection);
      const content = positionals.join(' ');
      const filters = filtersOf(values);
      if (values.session !== undefined && Object.keys(filters).length > 0)
        throw new UsageError('A conversation keeps the filters that it began with');
      return interruptible('Interrupted', async (signal) => {
        const events: AsyncIterable<AnswerEvent> =
          values.session === undefined
            ? client.stream('/chat/sessions', {
                body: { copilot_type: values.copilot as Schema<'CopilotType'>, initial_message: content, filters },
                signal,
              })
            : client.stream('/chat/sessions/{id}/messages', {
                params: { path: { id: values.session } },
                body: { content },
                signal,
              });
        const { answer, session } = await follow(events, terminal);
        const session_id = values.session ?? session;
        if (terminal.isJson) terminal.document({ session_id, ...answer });
        else showSources(answer, session_id, terminal, baseUrl);
        return answer.answer_status === 'grounded' ? EXIT.done : EXIT.failed;
      });
    },
  }),
];

/** Writes the answer as it comes. */
async function follow(
  events: AsyncIterable<AnswerEvent>,
  terminal: Terminal,
): Promise<{ answer: Answer; session: string | undefined }> {
  let session: string | undefined;
  for await (const { event, data } of events) {
    if (event === 'message.delta') {
      session ??= data.session_id;
      if (!terminal.isJson) terminal.write(data.content);
    } else if (event === 'message.done') return { answer: data, session };
  }
  throw new StopError('The answer ended early', EXIT.unavailable);
}

function showSources(answer: Answer, session: string | undefined, terminal: Terminal, baseUrl: string): void {
  terminal.line();
  for (const { kind, text, citation } of answer.warnings)
    terminal.lines(`${terminal.style('yellow', kind.toUpperCase())} ${text} [${citation}]`);
  for (const option of answer.clarification?.options ?? []) terminal.line(`- ${option.text}`);
  for (const citation of answer.citations) {
    terminal.line();
    showPlace(terminal, baseUrl, `[${citation.index}]`, citation);
  }
  if (session !== undefined) terminal.note(`Continue with amk ask --session ${session}`);
}
