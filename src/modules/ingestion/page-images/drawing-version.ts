import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../common/project-root.js';

/** Raised when pages are drawn otherwise from the same libraries. */
const OWN_VERSION = 1;

const LIBRARIES = ['pdfjs-dist', '@napi-rs/canvas', 'sharp'];

let version: string | undefined;

/** Names the way in which pages are drawn: by whom, and by which versions of the libraries, as package.json pins them. */
export function drawingVersion(): string {
  return (version ??= [OWN_VERSION, ...pinnedVersions()].join(' '));
}

function pinnedVersions(): (string | undefined)[] {
  const text = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  return LIBRARIES.map((name) => dependencies[name]);
}
