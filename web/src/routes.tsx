import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { CONSOLE } from './place.js';
import { SearchScreen } from './search/search-screen.js';
import { session, SignedOut } from './session/session.js';
import { answerOfSignIn, leaveForSignIn } from './session/sign-in.js';
import { NotFound, SignedOutScreen, SignInFailed } from './shell/notices.js';
import { Problem } from './parts/problem.js';
import { Shell } from './shell/shell.js';
import type { AskAddress, PageAddress, SearchAddress } from './addresses.js';

type Given = Record<string, string | undefined>;

const root = createRootRoute({
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Problem error={error as Error} />,
});

/** Screens for people who are signed in. */
const signedIn = createRoute({
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

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: SearchScreen,
  validateSearch: ({ q, type, aircraft, ata, revisions }: Given): SearchAddress => ({
    ...(q && { q }),
    ...(type && { type }),
    ...(aircraft && { aircraft }),
    ...(ata && { ata }),
    ...(revisions === 'all' && { revisions }),
  }),
});

const page = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/$documentId/pages/$pageNumber',
  component: lazyRouteComponent(() => import('./page/page-screen.js'), 'PageScreen'),
  validateSearch: ({ highlight, revision }: Given): PageAddress => ({
    ...(highlight && { highlight }),
    ...(revision && { revision }),
  }),
});

const ask = createRoute({
  getParentRoute: () => signedIn,
  path: '/ask',
  component: lazyRouteComponent(() => import('./ask/ask-screen.js'), 'AskScreen'),
  validateSearch: ({ conversation, copilot }: Given): AskAddress => ({
    ...(conversation && { conversation }),
    ...(copilot && { copilot }),
  }),
});

/** Where the sign-in pages lead back to. */
const arrival = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  component: SignInFailed,
  beforeLoad: async () => {
    const answer = answerOfSignIn(new URLSearchParams(location.search));
    if (!answer?.code) return;
    try {
      await session.start(answer.code, answer.verifier);
    } catch (error) {
      if (error instanceof SignedOut) return;
      throw error;
    }
    throw redirect({ href: answer.returnTo, replace: true });
  },
});

const departure = createRoute({ getParentRoute: () => root, path: '/signed-out', component: SignedOutScreen });

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren([search, page, ask]), arrival, departure]),
  basepath: CONSOLE,
  // Plain words in the address bar, not JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values) => {
    const given = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  },
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
