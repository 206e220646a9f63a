import type { components } from './schema.js';

/** A shape of the API by its name in `openapi.json`: `Schema<'DocumentResponse'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
