import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../common/events/domain-events.js';
import { UserRemoved } from '../../users/user.events.js';
import { AccountMailQueue } from '../account-mails/account-mail-queue.service.js';
import { fingerprintOf, type ShownDevice } from './device-fingerprint.js';
import { KnownDeviceRepository } from './known-device.repository.js';

@Injectable()
export class KnownDevices {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly mails: AccountMailQueue,
    events: DomainEvents,
  ) {
    events.on(UserRemoved, ({ user }) => this.devices.deleteAll(user.id));
  }

  /** Records a sign-in in its transaction. The first device of a user triggers no notice. */
  async noteSignIn(userId: string, shown: ShownDevice): Promise<void> {
    const isNew = await this.devices.meet(userId, fingerprintOf(userId, shown));
    if (isNew) await this.mails.notify('new_device', userId);
  }
}
