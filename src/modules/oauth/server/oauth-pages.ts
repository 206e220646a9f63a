/** Pages that the authorization server shows by itself. `pages/` has them; their content is complete HTML. */
export abstract class OAuthPages {
  /** To be sent with each of them. */
  abstract readonly headers: Readonly<Record<string, string>>;

  /** Something is wrong with the request, and there is no client to send the user back to. */
  abstract error(problem: { error: string; description: string | null }): string;

  /**
   * Asks whether to sign out. Both buttons submit the form: the first with `logout=yes`, the second without.
   *
   * @param form where it goes, and its hidden field
   */
  abstract signOut(form: { action: string; xsrf: string }): string;

  /** Answers a form by leading the browser to the address, which may be on another host. */
  abstract onward(address: string): string;

  abstract signedOut(): string;

  /** Instead, when they would not, or are signed in again. */
  abstract stillSignedIn(): string;
}
