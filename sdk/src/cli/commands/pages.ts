import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { defineCommand, given, whole } from '../command.js';
import { connect } from '../connection.js';
import { EXIT, StopError } from '../exit.js';
import { open } from '../opener.js';
import { printableLine } from '../terminal.js';

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' };

export const commands = [
  defineCommand({
    name: 'pages',
    summary: 'prints the text of a page, or opens its image',
    positionals: [{ name: 'DOCUMENT' }, { name: 'NUMBER' }],
    options: {
      revision: { type: 'string', value: 'ID', summary: 'another revision than the active one' },
      open: { type: 'boolean', summary: 'opens the image of the page with the program of the system' },
    },
    action: async ({ values, positionals: [id = '', text = ''], connection, terminal }) => {
      const number = String(whole('NUMBER', text, 1, 1_000_000)) as never;
      const { client } = connect(connection);
      const params = { path: { id, number }, query: given({ revision_id: values.revision }) };
      if (!values.open) {
        const { data } = await client.GET('/documents/{id}/pages/{number}', { params });
        if (terminal.isJson) terminal.document(data);
        else terminal.lines(data.text.trimEnd());
        return;
      }
      const response = await client.download('/documents/{id}/pages/{number}/image', { params });
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      const extension = EXTENSIONS[type];
      // The system chooses the program by the extension: nothing but an image is opened.
      if (extension === undefined) throw new StopError(`The page is no image but ${printableLine(type)}`);
      const folder = await mkdtemp(path.join(os.tmpdir(), 'amk-page-'));
      const file = path.join(folder, `page-${text}.${extension}`);
      await writeFile(file, Buffer.from(await response.arrayBuffer()), { mode: 0o600 });
      if (terminal.isJson) terminal.document({ file });
      else terminal.line(file);
      if (!(await open(file))) throw new StopError('The system has no program that opens it', EXIT.failed);
    },
  }),
];
