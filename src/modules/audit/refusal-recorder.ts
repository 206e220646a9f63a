import { Injectable } from '@nestjs/common';
import { ChangeRefused } from '../../common/errors/error.events.js';
import { DomainEvents } from '../../common/events/domain-events.js';
import { AuditTrail } from './audit.service.js';

/** Records rejected changes of all modules, which can indicate an attack. */
@Injectable()
export class RefusalRecorder {
  constructor(events: DomainEvents, trail: AuditTrail) {
    events.on(ChangeRefused, ({ action, target, reason }) =>
      trail.record({ action, result: 'failure', reason, ...(target && { target }) }),
    );
  }
}
