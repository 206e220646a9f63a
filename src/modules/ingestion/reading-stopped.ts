/** The reading was canceled, restarted, or its document deleted. Thrown when storing; not an error of the file. */
export class ReadingStopped extends Error {
  constructor() {
    super('the reading was stopped');
    this.name = 'ReadingStopped';
  }
}

/** Name of the lock that a reader of the revision holds. */
export function readingLock(revisionId: string): string {
  return `ingestion ${revisionId}`;
}
