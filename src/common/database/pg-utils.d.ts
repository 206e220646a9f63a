declare module 'pg/lib/utils.js' {
  /**
   * The text or bytes that a parameter is sent as.
   * @throws TypeError for a value that JSON cannot represent
   */
  export function prepareValue(value: unknown): string | Buffer | null;
}
