import { createHash } from 'node:crypto';
import { API_BASE } from '../../../../common/http/http-adapter.js';
import { SECURITY_KEY_SCRIPT } from './security-key-script.js';
import { STYLESHEET } from './stylesheet.js';

export interface Asset {
  content: string;
  mediaType: string;
}

const FILES = {
  'pages.css': { content: STYLESHEET, mediaType: 'text/css; charset=utf-8' },
  'security-key.js': { content: SECURITY_KEY_SCRIPT, mediaType: 'text/javascript; charset=utf-8' },
} as const satisfies Record<string, Asset>;

/** `pages.css` becomes `pages.3f9a….css`, so browsers can cache it indefinitely. */
function versioned(name: keyof typeof FILES): string {
  const digest = createHash('sha256').update(FILES[name].content).digest('hex').slice(0, 16);
  return name.replace('.', `.${digest}.`);
}

const BY_VERSION: ReadonlyMap<string, Asset> = new Map(
  (Object.keys(FILES) as (keyof typeof FILES)[]).map((name) => [versioned(name), FILES[name]]),
);

export function assetUrl(name: keyof typeof FILES): string {
  return `/${API_BASE}/oauth/assets/${versioned(name)}`;
}

export function findAsset(version: string): Asset | null {
  return BY_VERSION.get(version) ?? null;
}
