import type { Organization } from './settings.repository.js';

/** Requests use the new settings after the commit. */
export class SettingsChanged {
  constructor(
    readonly before: Readonly<Organization>,
    readonly after: Readonly<Organization>,
    /** Names of fields. */
    readonly changed: readonly string[],
  ) {}
}
