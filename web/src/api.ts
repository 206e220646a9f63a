import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { ApiError, createClient } from 'aviation-maintenance-knowledge-client';
import { API, CONSOLE, SANDBOX_API } from './place.js';
import { session, SignedOut } from './session/session.js';
import { leaveForSignIn } from './session/sign-in.js';

const clientAt = (baseUrl: string) =>
  createClient({
    baseUrl,
    accessToken: (expired) => session.accessToken(expired),
    retries: 2,
    clientName: 'console',
  });

export const api = clientAt(API);
export const sandbox = clientAt(SANDBOX_API);

/** For people who are not signed in. */
export const guestApi = createClient({ baseUrl: API, retries: 0, clientName: 'console' });

/** A list with its first page. */
const STALE_MS = 60_000;

/** Reasons of 401 that refuse what the user entered, and not the session. */
const REFUSED_PROOFS: readonly unknown[] = ['invalid_credentials', 'mfa_failed', 'step_up_required'];

/** For every failure: one of an ended session leads to the sign-in and back. */
export const signInAgain = (error: Error): void => {
  const isRefused = error instanceof ApiError && error.status === 401 && !REFUSED_PROOFS.includes(error.details.reason);
  if (error instanceof SignedOut || isRefused)
    void leaveForSignIn(location.pathname.slice(CONSOLE.length) + location.search);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signInAgain }),
  mutationCache: new MutationCache({ onError: signInAgain }),
  // The client itself repeats what can be repeated.
  defaultOptions: {
    queries: { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
