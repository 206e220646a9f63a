import type { FieldIssue } from '../errors/app-error.js';
import { EXCESS, INPUT_BOUNDS } from './json-bounds.js';

/**
 * The first value in a body, query or path that no route can accept: PostgreSQL stores neither NUL nor lone surrogates, and
 * input beyond {@link INPUT_BOUNDS} takes quadratic time in class-transformer. Otherwise null.
 * @param name of the field if the value is one, otherwise of the whole
 */
export function findUnusable(value: unknown, name: string): FieldIssue | null {
  const open: { value: unknown; field: string; depth: number }[] = [{ value, field: '', depth: 0 }];
  let values = 1;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: current, field, depth } = next;
    if (typeof current === 'string') {
      if (!isStorable(current)) return { field: field || name, issue: 'contains invalid characters' };
    } else if (typeof current === 'object' && current !== null) {
      if (depth >= INPUT_BOUNDS.depth) return { field: topLevelOf(field) || name, issue: EXCESS.depth };
      const members = Object.entries(current);
      const bound = Array.isArray(current) ? 'elements' : 'keys';
      if (members.length > INPUT_BOUNDS[bound]) return { field: field || name, issue: EXCESS[bound] };
      values += members.length;
      if (values > INPUT_BOUNDS.values) return { field: name, issue: EXCESS.values };
      for (const [key, child] of members) {
        if (key.length > INPUT_BOUNDS.name) return { field: field || name, issue: EXCESS.name };
        if (!isStorable(key)) return { field: field || name, issue: 'has a field name with invalid characters' };
        const childField = field === '' ? key : `${field}.${key}`;
        if (isInherited(key)) return { field: childField, issue: 'is not a known field' };
        open.push({ value: child, field: childField, depth: depth + 1 });
      }
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Names such as `constructor`, which all objects have. class-transformer silently drops such fields. */
function isInherited(key: string): boolean {
  return key in Object.prototype || key === 'prototype';
}

function topLevelOf(field: string): string {
  return field.split('.', 1)[0] ?? '';
}
