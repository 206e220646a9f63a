import { defineCommand, whole } from '../command.js';
import { connect } from '../connection.js';
import { FILTER_OPTIONS, filtersOf, showPlace } from '../passages.js';

export const commands = [
  defineCommand({
    name: 'search',
    summary: 'finds passages of the documents',
    positionals: [{ name: 'QUERY', isMany: true }],
    options: {
      ...FILTER_OPTIONS,
      limit: { type: 'string', value: 'N', default: '5', summary: 'most passages, 1 to 100' },
      mode: {
        ...{ type: 'string', value: 'MODE', default: 'hybrid' },
        ...{ summary: 'what is compared', choices: ['hybrid', 'keyword', 'semantic'] },
      },
    },
    action: async ({ values, positionals, connection, terminal }) => {
      const limit = whole('limit', values.limit, 1, 100);
      const { client, baseUrl } = connect(connection);
      const mode = values.mode as 'hybrid';
      const body = { query: positionals.join(' '), filters: filtersOf(values), limit, mode };
      const { data, meta } = await client.POST('/search/passages', { body });
      if (terminal.isJson) return terminal.document(data);
      for (const warning of meta.warnings ?? []) terminal.note(warning);
      if (data.length === 0) terminal.note('Nothing found');
      for (const [index, passage] of data.entries()) {
        if (index > 0) terminal.line();
        showPlace(terminal, baseUrl, `${index + 1}.`, passage);
      }
    },
  }),
];
