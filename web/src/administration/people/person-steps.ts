import { api } from '../../api.js';
import type { Person } from './people.js';

export type Step = 'suspend' | 'reactivate' | 'unlock' | 'resetFactors' | 'remove';

interface StepWords {
  verb: string;
  title: (name: string) => string;
  /** What it ends, and whether it can be undone. */
  effect: (person: Person) => string;
  said: (name: string) => string;
  isDestructive: boolean;
  isPossible: (person: Person) => boolean;
  run: (id: string) => Promise<unknown>;
}

const of = (id: string) => ({ params: { path: { id } } });
const signsIn = ({ role, status }: Person): boolean => role !== 'api_user' && status !== 'invited';

/** What can be done with an account, and what it means for the account. */
export const STEPS: Readonly<Record<Step, StepWords>> = {
  reactivate: {
    verb: 'Reactivate',
    title: (name) => `Reactivate ${name}?`,
    effect: ({ role }) =>
      role === 'api_user'
        ? 'Keys that are not revoked or expired work again.'
        : 'The person can sign in again with the same password and second factors. Keys that are not revoked or expired work again.',
    said: (name) => `${name} is active again.`,
    isDestructive: false,
    isPossible: ({ status }) => status === 'suspended',
    run: (id) => api.POST('/users/{id}/reactivate', of(id)),
  },
  unlock: {
    verb: 'Unlock',
    title: (name) => `Unlock ${name}?`,
    effect: () =>
      'Failed sign-ins are forgotten, so that the person can try again immediately. Make sure that it was the person who failed, and nobody else.',
    said: (name) => `${name} can sign in again.`,
    isDestructive: false,
    isPossible: signsIn,
    run: (id) => api.POST('/users/{id}/unlock', of(id)),
  },
  resetFactors: {
    verb: 'Reset second factors',
    title: (name) => `Reset the second factors of ${name}?`,
    effect: () =>
      'All second factors, passkeys and recovery codes are removed, and all sessions end. The password alone then opens the account. It cannot be undone: the person must enroll them again.',
    said: (name) => `${name} has no second factor now.`,
    isDestructive: true,
    isPossible: (person) => signsIn(person) && person.mfa_enabled,
    run: (id) => api.POST('/users/{id}/reset-mfa', of(id)),
  },
  suspend: {
    verb: 'Suspend',
    title: (name) => `Suspend ${name}?`,
    effect: ({ role }) =>
      role === 'api_user'
        ? 'Its API keys stop working with the next request. You can reactivate the account.'
        : 'All sessions end, and API keys and connected applications stop working with the next request. Documents and comments remain. You can reactivate the account.',
    said: (name) => `${name} is suspended.`,
    isDestructive: true,
    isPossible: ({ status }) => status === 'active',
    run: (id) => api.POST('/users/{id}/suspend', of(id)),
  },
  remove: {
    verb: 'Delete',
    title: (name) => `Delete ${name}?`,
    effect: ({ role, status }) => {
      if (status === 'invited') return 'The invitation no longer works. You can invite the address again.';
      return role === 'api_user'
        ? 'Its API keys are deleted and stop working. What it uploaded remains. It cannot be undone.'
        : 'All sessions, API keys, connected applications and conversations are deleted. Documents and comments remain, without the name. It cannot be undone; the address can be invited again.';
    },
    said: (name) => `${name} is deleted.`,
    isDestructive: true,
    isPossible: () => true,
    run: (id) => api.DELETE('/users/{id}', of(id)),
  },
};
