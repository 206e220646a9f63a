import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { ContentRefused } from '../../../integrations/malware-scan/malware-scan.events.js';
import { AuditTrail } from '../../audit/audit.service.js';

/** Puts uploads that the malware scanner refused on record: who brought it, and when, is what is asked first. */
@Injectable()
export class RefusedContentRecorder {
  constructor(events: DomainEvents, trail: AuditTrail) {
    events.on(ContentRefused, ({ reason, signature }) =>
      trail.record({
        action: 'document.upload_refused',
        result: 'failure',
        reason,
        ...(signature !== null && { details: { signature } }),
      }),
    );
  }
}
