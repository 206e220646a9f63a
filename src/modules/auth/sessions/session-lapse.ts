import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { SettingsChanged } from '../../settings/settings.events.js';
import { SessionRepository } from './session.repository.js';

/** Before idleness and age settings become more generous, ends lapsed sessions in the same transaction: they cannot reopen. */
@Injectable()
export class SessionLapse {
  constructor(events: DomainEvents, sessions: SessionRepository) {
    events.on(SettingsChanged, async ({ before, after }) => {
      const isLonger =
        after.idle_timeout > before.idle_timeout || after.refresh_token_expiry > before.refresh_token_expiry;
      if (isLonger) await sessions.endLapsed(before.id, before);
    });
  }
}
