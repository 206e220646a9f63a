/** Loaded first in every program. Node's `--enable-source-maps` would read every map at the start; here the first trace does. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

type Frame = NodeJS.CallSite & { toString(): string };

/** Other packages may have their own maps. */
const FOLDER = new URL('.', import.meta.url).href;
const maps = new Map<string, SourceMap | null>();

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${inSource(frame)}`)].join('\n');

function inSource(frame: Frame): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  const url = file?.replace(/^bundle:/, FOLDER);
  if (!url?.startsWith(FOLDER) || line === null || column === null) return String(frame);
  const found = mapOf(url)?.findEntry(line - 1, column - 1);
  if (!found || !('originalSource' in found)) return String(frame);
  const source = new URL(found.originalSource, url);
  if (source.protocol !== 'file:') return String(frame);
  const place = `${fileURLToPath(source)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  return String(frame).replace(`${file}:${line}:${column}`, () => place);
}

/** Null for a file without a map, or with one that cannot be read. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    // The trace names the bundle then.
  }
  maps.set(file, map);
  return map;
}
