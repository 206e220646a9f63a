import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { ApiError, createClient } from 'aviation-maintenance-knowledge-client';
import { API, CONSOLE } from './place.js';
import { session, SignedOut } from './session/session.js';
import { leaveForSignIn } from './session/sign-in.js';

export const api = createClient({
  baseUrl: API,
  accessToken: (expired) => session.accessToken(expired),
  retries: 2,
  clientName: 'console',
});

/** For people who are not signed in. */
export const guestApi = createClient({ baseUrl: API, retries: 0, clientName: 'console' });

/** A list with its first page. */
const STALE_MS = 60_000;

/** For every failure: one of an ended session leads to the sign-in and back. */
export const signInAgain = (error: Error): void => {
  const isOver = error instanceof SignedOut || (error instanceof ApiError && error.status === 401);
  if (isOver) void leaveForSignIn(location.pathname.slice(CONSOLE.length) + location.search);
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
