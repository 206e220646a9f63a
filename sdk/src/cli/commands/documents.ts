import { paginate, type Schema } from '../../index.js';
import { defineCommand, given, whole } from '../command.js';
import { connect } from '../connection.js';
import { printableLine, table } from '../terminal.js';

type Document = Schema<'DocumentResponse'>;

export const commands = [
  defineCommand({
    name: 'documents list',
    summary: 'lists the documents',
    details: 'With --json, one document a line.',
    positionals: [],
    options: {
      query: { type: 'string', value: 'TEXT', short: 'q', summary: 'words of the title or number' },
      type: { type: 'string', value: 'TYPE', summary: 'document type, such as AMM' },
      aircraft: { type: 'string', value: 'TYPE', summary: 'aircraft type, such as A320' },
      ata: { type: 'string', value: 'NUMBER', summary: 'ATA chapter' },
      status: {
        ...{ type: 'string', value: 'STATUS', summary: 'of the revision' },
        choices: ['draft', 'active', 'superseded', 'withdrawn'],
      },
      limit: { type: 'string', value: 'N', default: '50', summary: 'most documents' },
    },
    action: async ({ values, connection, terminal }) => {
      const most = whole('limit', values.limit, 1, 1_000_000);
      const { client } = connect(connection);
      const query = given({
        ...{ q: values.query, document_type: values.type as Document['document_type'] | undefined },
        ...{ aircraft_type: values.aircraft, ata_chapter: values.ata },
        ...{ status: values.status as Document['status'] | undefined, limit: Math.min(most, 100) },
      });
      const rows: string[][] = [];
      let count = 0;
      for await (const document of paginate(client, '/documents', { params: { query } })) {
        if (terminal.isJson) terminal.jsonLine(document);
        else rows.push(rowOf(document));
        count += 1;
        if (count === most) break;
      }
      for (const line of table(rows)) terminal.line(line);
      if (count === most) terminal.note(`The first ${count}. See --limit`);
    },
  }),
  defineCommand({
    name: 'documents show',
    summary: 'shows a document',
    positionals: [{ name: 'ID' }],
    options: {},
    action: async ({ positionals: [id = ''], connection, terminal }) => {
      const { client } = connect(connection);
      const { data } = await client.GET('/documents/{id}', { params: { path: { id } } });
      if (terminal.isJson) return terminal.document(data);
      const facts: Record<string, string | number | null> = {
        ...{ id: data.id, title: data.title, type: data.document_type, number: data.document_number },
        ...{ aircraft: data.aircraft_type, ata: data.ata_chapter, version: data.version },
        ...{ 'revision date': data.revision.revision_date, revision: data.revision.id, status: data.status },
        ...{ pages: data.page_count, access: data.access, reading: data.ingestion.state, updated: data.updated_at },
      };
      const rows = Object.entries(facts).flatMap(([name, value]) =>
        value === null ? [] : [[name, printableLine(String(value))]],
      );
      for (const line of table(rows)) terminal.line(line);
    },
  }),
];

function rowOf({ id, document_type, aircraft_type, version, status, title }: Document): string[] {
  return [id, document_type, aircraft_type, version, status, title].map(printableLine);
}
