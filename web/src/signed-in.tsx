import { createRootRoute, createRoute } from '@tanstack/react-router';
import { Problem } from './parts/problem.js';
import { session, SignedOut } from './session/session.js';
import { leaveForSignIn } from './session/sign-in.js';
import { NotFound } from './shell/notices.js';
import { Shell } from './shell/shell.js';

/** What the address bar gave. */
export type Given = Record<string, string | undefined>;

export const root = createRootRoute({
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Problem error={error as Error} />,
});

/** Screens for people who are signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in-screens',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await session.accessToken();
    } catch (error) {
      if (error instanceof SignedOut) await leaveForSignIn(location.href);
      throw error;
    }
  },
});
