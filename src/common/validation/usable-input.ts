import type { FieldIssue } from '../errors/app-error.js';

/** Deeper than any body of ours by far; recursive code (validators, hashing) stays clear of the end of its stack. */
const MAX_DEPTH = 32;

/**
 * The first thing in a parsed body, query or path that no part of the service could take, whatever the route: PostgreSQL
 * stores neither NUL nor half a surrogate pair, and depth without end would overflow the stack. Null when all is well.
 *
 * @param name of the field, when the value is one itself; of the whole otherwise
 */
export function findUnusable(value: unknown, name: string): FieldIssue | null {
  const open: { value: unknown; field: string; depth: number }[] = [{ value, field: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: current, field, depth } = next;
    if (typeof current === 'string') {
      if (!isStorable(current)) return { field: field || name, issue: 'holds characters that are not text' };
    } else if (typeof current === 'object' && current !== null) {
      if (depth >= MAX_DEPTH) return { field: topLevelOf(field) || name, issue: 'is nested too deeply' };
      for (const [key, child] of Object.entries(current)) {
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
