/** A backup cannot be made, or not be restored; the message says to the operator, in a sentence, why and what to do. */
export class BackupError extends Error {}
