import { getSchemaPath } from '@nestjs/swagger';
import { warnClient } from '../../../common/http/request-context.js';
import type { RevisionStatus } from './document-types.js';

interface WithStatus {
  status: RevisionStatus;
}

/** The header of files and images, which have no room for the status of their revision, in the API's description. */
export const REVISION_STATUS_HEADER = {
  'X-Revision-Status': {
    description: 'Status of the revision; anything but `active` is not to be worked by',
    schema: { $ref: getSchemaPath('RevisionStatus') },
  },
};

/** Goes with 304 too: a client renews by it what it knows of its copy (RFC 9111, 4.3.4). */
export function statusHeader({ status }: WithStatus): Record<string, string> {
  return { 'x-revision-status': status };
}

/** For answers in which the revision's status does not show: says so unless it is the one to work by. */
export function warnOfStatus({ status }: WithStatus): void {
  if (status !== 'active') warnClient(`This revision is not active but ${status}: it is not to be worked by.`);
}
