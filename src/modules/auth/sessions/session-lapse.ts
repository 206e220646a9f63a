import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { SettingsChanged } from '../../settings/settings.events.js';
import { SessionRepository } from './session.repository.js';

/**
 * Longer times do not bring a session back. Idleness and age are computed from the organization's settings as they are when a
 * request comes; before they become more generous, what they have closed so far is closed for good, in the same transaction.
 */
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
