import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { KnownDeviceRepository } from './known-device.repository.js';

/** Devices kept for one user, so that endless new clients do not fill the table. */
const KEPT_DEVICES = 100;

/** Forgets devices that were not used for long. */
@Injectable()
export class KnownDeviceCleaner extends HourlyTask {
  constructor(private readonly devices: KnownDeviceRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.devices.deleteForgotten(KEPT_DEVICES);
  }
}
