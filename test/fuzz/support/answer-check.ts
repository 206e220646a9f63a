import type { ApiDescription, Operation } from '../../support/api/api-description.js';
import { DescribedShapes } from '../../support/api/described-shapes.js';

/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Checks responses against `openapi.json`: status, content type, and for JSON every field; undescribed fields fail. */
export class AnswerCheck {
  private readonly shapes: DescribedShapes;

  constructor(api: ApiDescription) {
    this.shapes = new DescribedShapes(api);
  }

  /** What is wrong; null when nothing is. */
  problemOf({ responses }: Operation, { status, headers, text }: Answer): string | null {
    if (status >= 500) return 'the service failed';
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      if (headers.get(name) === null) return `no header ${name}`;
    }
    const described = responses[String(status)];
    if (!described) return `the status is not described; ${Object.keys(responses).join(', ')} are`;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = described.content;
    if (!content) return text === '' ? null : 'a body where none is described';
    if (!content[type])
      return status === 304 ? null : `a body of ${type || 'no type'}; ${Object.keys(content).join(', ')} are described`;
    const { schema } = content[type];
    if (type !== 'application/json' || !schema) return null;
    return this.shapes.problemOf(schema, JSON.parse(text));
  }
}
