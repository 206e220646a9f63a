import { readFileSync } from 'node:fs';
import path from 'node:path';

/** package.json is two folders above, in sources and in dist/. */
export const PACKAGE = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  name: string;
  version: string;
};
