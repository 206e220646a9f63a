// From a source to the file that it makes, by the ending of that file's name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderDocx } from './docx.mjs';
import { renderHtml } from './html.mjs';
import { zipped } from './package.mjs';
import { parseBlocks } from './parse.mjs';
import { renderManual } from './render.mjs';
import { renderScannedPdf, renderTiff } from './scan.mjs';

const verbatim = ({ body }) => Buffer.from(body.trimStart());

const RENDERERS = {
  docx: renderDocx,
  html: renderHtml,
  md: verbatim,
  txt: verbatim,
  xml: verbatim,
  tif: renderTiff,
  zip: renderPackage,
};

/** Typeset PDFs stand in a folder of their own. */
export function folderOf({ file, scanned }) {
  return file.endsWith('.pdf') && scanned !== 'yes' ? 'pdf' : 'files';
}

/** Resolves to {bytes, pages}; pages only of what is typeset here. */
export async function renderSource({ meta, body, name }, folder) {
  const ending = meta.file.split('.').at(-1);
  const source = {
    ...{ meta, body, name, folder },
    get blocks() {
      return parseBlocks(body.split('\n'), name);
    },
  };
  if (folderOf(meta) === 'pdf') return renderManual(source);
  const render = ending === 'pdf' ? renderScannedPdf : RENDERERS[ending];
  if (!render) throw new Error(`${name}: nothing makes a .${ending}`);
  return { bytes: await render(source), pages: [] };
}

/** The files of a folder beside the sources, which the front matter names. */
function renderPackage({ meta, folder }) {
  const from = join(folder, meta.package);
  const files = readdirSync(from).sort();
  const contents = files.map((file) => [file, readFileSync(join(from, file), 'utf8')]);
  return zipped(Object.fromEntries(contents), meta.revision_date);
}
