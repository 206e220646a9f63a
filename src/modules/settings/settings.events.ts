/** Settings of an organization changed; requests follow them already. */
export class SettingsChanged {
  constructor(
    readonly organizationId: string,
    /** Names of the fields that changed. */
    readonly changed: readonly string[],
  ) {}
}
