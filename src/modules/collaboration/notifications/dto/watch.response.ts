export class WatchResponse {
  /** Whether the caller is told of new revisions. */
  watching: boolean;
}
