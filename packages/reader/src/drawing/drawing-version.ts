import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../processes/installation.js';

/** Increase when drawings change with the same libraries. */
const OWN_VERSION = 1;

const LIBRARIES = ['pdfjs-dist', '@napi-rs/canvas', 'sharp'];

let version: string | undefined;

/** Identifies the drawing code and the versions of its libraries. */
export function drawingVersion(): string {
  return (version ??= [OWN_VERSION, ...LIBRARIES.map(installedVersion)].join(' '));
}

function installedVersion(library: string): string {
  const file = path.join(projectRoot(), 'node_modules', library, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
