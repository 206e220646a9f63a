import type { components } from './schema.js';

/** A schema of `openapi.json` by name: `Schema<'DocumentResponse'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
