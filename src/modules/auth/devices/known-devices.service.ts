import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UserRemoved } from '../../users/user.events.js';
import { AccountMailQueue } from '../accounts/account-mail-queue.service.js';
import { fingerprintOf, type ShownDevice } from './device-fingerprint.js';
import { KnownDeviceRepository } from './known-device.repository.js';

/** From where people sign in, so that they hear of a sign-in from anywhere else. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly mails: AccountMailQueue,
    events: DomainEvents,
  ) {
    events.on(UserRemoved, ({ user }) => this.devices.deleteAll(user.id));
  }

  /** Notes a sign-in with its transaction, and tells the user when it is from an unknown device. The first of all is not told of. */
  async noteSignIn(userId: string, shown: ShownDevice): Promise<void> {
    const isNew = await this.devices.meet(userId, fingerprintOf(userId, shown));
    if (isNew) await this.mails.notify('new_device', userId);
  }
}
