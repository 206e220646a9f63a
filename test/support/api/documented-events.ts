import { describedOperation, description } from './described-operations.js';
import { DescribedShapes } from './described-shapes.js';

let shapes: DescribedShapes | undefined;

/** A server-sent event, its data parsed. */
export interface SentEvent {
  id: string;
  event: string;
  data: unknown;
}

/** What is wrong with an event, by the service's own description of the stream; null when nothing is. */
export function problemOfEvent(method: string, address: string, status: number, event: SentEvent): string | null {
  const operation = describedOperation(method, address);
  const schema = operation?.responses[String(status)]?.content?.['text/event-stream']?.schema;
  if (!schema) return 'a stream that openapi.json does not describe';
  shapes ??= new DescribedShapes(description());
  // By its name: of several shapes that all do not fit, only one says what is wrong.
  const ref = schema.discriminator?.mapping[event.event];
  if (ref === undefined) return `an event ${event.event}, which openapi.json does not describe`;
  return shapes.problemOf({ $ref: ref }, event);
}
