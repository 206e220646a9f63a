import { getSchemaPath } from '@nestjs/swagger';
import { warnClient } from '../../../common/context/request-context.js';
import type { RevisionStatus } from './document-types.js';

interface WithStatus {
  status: RevisionStatus;
}

/** Response header of files and images, whose body cannot carry the status. */
export const REVISION_STATUS_HEADER = {
  'X-Revision-Status': {
    description: 'Status of the revision; anything but `active` is not to be worked by',
    schema: { $ref: getSchemaPath('RevisionStatus') },
  },
};

/** Response header of images of pages. */
export const TEMPORARY_REVISION_HEADER = {
  'X-Temporary-Revision': {
    description:
      'Ids of temporary revisions that replace or cancel the page, may do so, or to which it belongs without being in force: it is not to be worked by',
    schema: { type: 'string' as const },
  },
};

export function temporaryRevisionHeader({
  changed_by: ids,
}: {
  changed_by: readonly string[];
}): Record<string, string> {
  return ids.length > 0 ? { 'x-temporary-revision': ids.join(', ') } : {};
}

/** Also sent with 304, so that clients update their cached copy (RFC 9111, 4.3.4). */
export function statusHeader({ status }: WithStatus): Record<string, string> {
  return { 'x-revision-status': status };
}

/** For responses that do not show the status of the revision. */
export function warnOfStatus({ status }: WithStatus): void {
  if (status !== 'active') warnClient(`This revision is not active but ${status}: it is not to be worked by.`);
}
