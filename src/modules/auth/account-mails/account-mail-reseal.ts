import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretRotation, type ResealStep } from '../../../common/crypto/secret-rotation.js';
import { AccountMailQueue } from './account-mail-queue.service.js';

/** Re-encrypts waiting mails when the master key changes. Mails that no available key opens keep their old key listed. */
@Injectable()
export class AccountMailReseal implements ResealStep, OnModuleInit {
  readonly name = 'waiting mails';

  constructor(
    private readonly mails: AccountMailQueue,
    private readonly rotation: SecretRotation,
  ) {}

  onModuleInit(): void {
    this.rotation.onRotated(this);
  }

  run(): Promise<number> {
    return this.mails.reseal();
  }
}
