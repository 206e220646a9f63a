export abstract class OAuthPages {
  abstract readonly headers: Readonly<Record<string, string>>;

  /** For an invalid request without a client to redirect to. */
  abstract error(problem: { error: string; description: string | null }): string;

  /** Both buttons submit the form: the first with `logout=yes`, the second without. @param form target and hidden field */
  abstract signOut(form: { action: string; xsrf: string }): string;

  /** Continues to a URL, possibly on another host, after a form. */
  abstract onward(address: string): string;

  abstract signedOut(): string;

  abstract stillSignedIn(): string;
}
