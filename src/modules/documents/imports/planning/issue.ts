/** `003`, or `003-01` while the issue after it is in work. */
const ISSUE = /^\d{3}(-\d\d)?$/;

/** Whether one issue of S1000D follows another; false for other names of revisions, which have no order. */
export function isLaterIssue(version: string, earlier: string | undefined): boolean {
  return ISSUE.test(version) && earlier !== undefined && ISSUE.test(earlier) && version > earlier;
}

/** Whether the version is that of an unreleased issue. */
export function isInWork(version: string): boolean {
  return ISSUE.test(version) && version.length > 3;
}
