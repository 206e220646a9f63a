import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { CONSOLE } from './place.js';
import { SearchScreen } from './search/search-screen.js';
import { session, SignedOut } from './session/session.js';
import { answerOfSignIn, leaveForProof } from './session/sign-in.js';
import { ProofTaken, SignedOutScreen, SignInFailed } from './shell/notices.js';
import { root, signedIn, type Given } from './signed-in.js';
import { accountRoutes } from './account/routes.js';
import { administrationRoutes } from './administration/routes.js';
import { documentRoutes } from './documents/routes.js';
import { fleetRoutes } from './fleet/routes.js';
import type { AskAddress, PageAddress, SearchAddress } from './addresses.js';

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: SearchScreen,
  validateSearch: ({ q, type, aircraft, tail, ata, revisions }: Given): SearchAddress => ({
    ...(q && { q }),
    ...(type && { type }),
    ...(aircraft && { aircraft }),
    ...(tail && { tail }),
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
  validateSearch: ({ conversation, copilot, aircraft }: Given): AskAddress => ({
    ...(conversation && { conversation }),
    ...(copilot && { copilot }),
    ...(aircraft && { aircraft }),
  }),
});

/** Codes on printed job cards lead here. */
const jobCard = createRoute({
  getParentRoute: () => signedIn,
  path: '/job-cards/$jobCardId',
  component: lazyRouteComponent(() => import('./job-cards/job-card-screen.js'), 'JobCardScreen'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./mailed/invitation-screen.js'), 'InvitationScreen'),
});

/** Mails about notifications lead here. */
const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  beforeLoad: () => {
    throw redirect({ to: '/account/notifications', replace: true });
  },
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./mailed/reset-screen.js'), 'ResetScreen'),
});
const PROOF_TAKEN = '/proof-taken';

/** Where the sign-in pages lead back to. */
const arrival = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  component: SignInFailed,
  beforeLoad: async () => {
    const answer = answerOfSignIn(new URLSearchParams(location.search));
    if (!answer?.code) {
      // The dialog that opened this window still waits.
      if (answer?.returnTo.startsWith(PROOF_TAKEN)) window.close();
      return;
    }
    try {
      await session.start(answer.code, answer.verifier);
    } catch (error) {
      if (error instanceof SignedOut) return;
      throw error;
    }
    throw redirect({ href: answer.returnTo, replace: true });
  },
});

/** A window of its own, opened for a proof of identity. */
const proof = createRoute({
  getParentRoute: () => root,
  path: '/proof',
  validateSearch: ({ nonce }: Given) => ({ nonce: nonce ?? '' }),
  beforeLoad: ({ search: { nonce } }) => leaveForProof(`${PROOF_TAKEN}?nonce=${encodeURIComponent(nonce)}`),
});

const proofTaken = createRoute({
  getParentRoute: () => root,
  path: PROOF_TAKEN,
  validateSearch: ({ nonce }: Given) => ({ nonce: nonce ?? '' }),
  component: ProofTaken,
});

const departure = createRoute({ getParentRoute: () => root, path: '/signed-out', component: SignedOutScreen });

export const router = createRouter({
  routeTree: root.addChildren([
    signedIn.addChildren([
      search,
      page,
      ask,
      jobCard,
      ...documentRoutes,
      fleetRoutes,
      accountRoutes,
      administrationRoutes,
    ]),
    ...[arrival, proof, proofTaken, departure, invitation, reset, notifications],
  ]),
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
