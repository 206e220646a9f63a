import { refused } from './scim-refusal.js';

export type ScimBody = Readonly<Record<string, unknown>>;

/** Control characters, and characters that change the text direction. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The parser of filters and paths takes time that doubles with each line break. */
export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Attribute names ignore case (RFC 7643, 2.1). */
export function valueAt(body: ScimBody, name: string): unknown {
  const key = Object.keys(body).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : body[key];
}

/** One line without white space around it; null if empty or missing. @throws AppError INVALID_REQUEST (invalidValue) */
export function textAt(body: ScimBody, name: string, maxLength = 200): string | null {
  const value = valueAt(body, name) ?? null;
  if (value === null) return null;
  const text = typeof value === 'string' ? value.trim() : null;
  if (text === null || text.length > maxLength || UNSEEN.test(text)) {
    throw refused('invalidValue', `${name} must be a line of at most ${maxLength} characters`);
  }
  return text === '' ? null : text;
}

/** Entra ID sends `"False"`. @throws AppError INVALID_REQUEST (invalidValue) */
export function booleanAt<T>(body: ScimBody, name: string, missing: T): boolean | T {
  const value = valueAt(body, name) ?? null;
  if (value === null) return missing;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw refused('invalidValue', `${name} must be a boolean`);
  return text === 'true';
}

/** @throws AppError INVALID_REQUEST (invalidValue) */
export function objectAt(body: ScimBody, name: string): ScimBody {
  const value = valueAt(body, name) ?? {};
  if (!isObject(value)) throw refused('invalidValue', `${name} must be an object`);
  return value;
}

/** A single object counts as a list of it. @throws AppError INVALID_REQUEST (invalidValue) */
export function objectsOf(value: unknown, name: string): ScimBody[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value ?? []].flat();
  if (!list.every(isObject)) throw refused('invalidValue', `${name} must be a list of objects`);
  return list;
}

export function isObject(value: unknown): value is ScimBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws AppError INVALID_REQUEST (invalidSyntax) */
export function requireSchema(body: unknown, schema: string): asserts body is ScimBody {
  const schemas = isObject(body) ? valueAt(body, 'schemas') : null;
  if (!Array.isArray(schemas) || !schemas.some((name) => String(name).toLowerCase() === schema.toLowerCase())) {
    throw refused('invalidSyntax', `schemas must contain ${schema}`);
  }
}
