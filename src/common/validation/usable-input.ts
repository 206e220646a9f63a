import type { FieldIssue } from '../errors/app-error.js';
import { EXCESS, INPUT_BOUNDS } from './json-bounds.js';

/**
 * The first thing in a parsed body, query or path that no part of the service could take, whatever the route: PostgreSQL
 * stores neither NUL nor half a surrogate pair, and what exceeds {@link INPUT_BOUNDS} would hold the event loop in
 * class-transformer, which is quadratic. Null when all is well.
 *
 * @param name of the field, when the value is one itself; of the whole otherwise
 */
export function findUnusable(value: unknown, name: string): FieldIssue | null {
  const open: { value: unknown; field: string; depth: number }[] = [{ value, field: '', depth: 0 }];
  let values = 1;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: current, field, depth } = next;
    if (typeof current === 'string') {
      if (!isStorable(current)) return { field: field || name, issue: 'holds characters that are not text' };
    } else if (typeof current === 'object' && current !== null) {
      if (depth >= INPUT_BOUNDS.depth) return { field: topLevelOf(field) || name, issue: EXCESS.depth };
      const members = Object.entries(current);
      const bound = Array.isArray(current) ? 'elements' : 'keys';
      if (members.length > INPUT_BOUNDS[bound]) return { field: field || name, issue: EXCESS[bound] };
      values += members.length;
      if (values > INPUT_BOUNDS.values) return { field: name, issue: EXCESS.values };
      for (const [key, child] of members) {
        if (key.length > INPUT_BOUNDS.name) return { field: field || name, issue: EXCESS.name };
        if (!isStorable(key)) return { field: field || name, issue: 'has a field whose name is not text' };
        const childField = field === '' ? key : `${field}.${key}`;
        if (isInherited(key)) return { field: childField, issue: 'is not a known field' };
        open.push({ value: child, field: childField, depth: depth + 1 });
      }
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Names like `constructor`, which every object has: class-transformer drops such fields without a word. */
function isInherited(key: string): boolean {
  return key in Object.prototype || key === 'prototype';
}

function topLevelOf(field: string): string {
  return field.split('.', 1)[0] ?? '';
}
