import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/common/project-root.js';

interface Described {
  matcher: RegExp;
  parameters: number;
  statuses: ReadonlySet<string>;
}

let described: Map<string, Described[]> | undefined;

/** What openapi.json says that each operation may answer. */
function operations(): Map<string, Described[]> {
  if (described) return described;
  described = new Map();
  const document = JSON.parse(readFileSync(path.join(projectRoot(), 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  for (const [template, methods] of Object.entries(document.paths)) {
    const matcher = new RegExp(`^/(?:api/)?v1${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    const parameters = template.split('{').length - 1;
    for (const [method, { responses }] of Object.entries(methods)) {
      const known = described.get(method.toUpperCase()) ?? [];
      described.set(method.toUpperCase(), [
        ...known,
        { matcher, parameters, statuses: new Set(Object.keys(responses)) },
      ]);
    }
  }
  return described;
}

/** What is wrong with the status, by the service's own description; null for what the description does not speak of. */
export function problemOfStatus(method: string, address: string, status: number): string | null {
  // A 304 is the same answer, not sent again.
  if (status === 304) return null;
  const [route = ''] = address.split('?');
  const candidates = (operations().get(method) ?? []).filter(({ matcher }) => matcher.test(route));
  const [operation] = candidates.sort((some, other) => some.parameters - other.parameters);
  if (!operation || operation.statuses.has(String(status))) return null;
  return `the status is not in openapi.json, which has ${[...operation.statuses].join(', ')}`;
}
