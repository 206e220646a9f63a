/**
 * Nobody wants the reading that goes on: it was cancelled, begun anew or its document deleted. Thrown by whatever the
 * reader would have stored; not an error of the file.
 */
export class ReadingStopped extends Error {
  constructor() {
    super('the reading was stopped');
    this.name = 'ReadingStopped';
  }
}

/** Name of the lock that whoever reads a revision holds. */
export function readingLock(revisionId: string): string {
  return `ingestion ${revisionId}`;
}
