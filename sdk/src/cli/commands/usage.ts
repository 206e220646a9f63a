import { defineCommand, given } from '../command.js';
import { connect } from '../connection.js';
import { table } from '../terminal.js';

export const commands = [
  defineCommand({
    name: 'usage',
    summary: 'shows the daily usage of the organization',
    details: 'Needs the scope system.settings.',
    positionals: [],
    options: {
      from: { type: 'string', value: 'DATE', summary: 'first day, such as 2026-03-01' },
      to: { type: 'string', value: 'DATE', summary: 'last day' },
    },
    action: async ({ values, connection, terminal }) => {
      const { client } = connect(connection);
      const query = given({ from: values.from, to: values.to });
      const { data } = await client.GET('/usage', { params: { query } });
      if (terminal.isJson) return terminal.document(data);
      const rows = [...data.days.map((day) => [day.date, ...countsOf(day)]), ['total', ...countsOf(data.totals)]];
      for (const line of table([['', 'requests', 'searches', 'chats', 'questions'], ...rows])) terminal.line(line);
    },
  }),
];

type Counts = Record<'requests' | 'searches' | 'chats' | 'questions', number>;

function countsOf({ requests, searches, chats, questions }: Counts): string[] {
  return [requests, searches, chats, questions].map(String);
}
