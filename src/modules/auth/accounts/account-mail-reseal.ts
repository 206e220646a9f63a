import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretRotation, type ResealStep } from '../../../common/crypto/secret-rotation.js';
import { AccountMailQueue } from './account-mail-queue.service.js';

/** The part of waiting mails in a change of the master key. One that no key at hand opens keeps the keys there were. */
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
