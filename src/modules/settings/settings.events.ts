import type { Organization } from './settings.repository.js';

/** Settings of an organization changed; requests follow them once the transaction has committed. */
export class SettingsChanged {
  constructor(
    readonly before: Readonly<Organization>,
    readonly after: Readonly<Organization>,
    /** Names of the fields that changed. */
    readonly changed: readonly string[],
  ) {}
}
