import type { Role } from '../../../src/common/principal/permissions.js';
import {
  oauthClient,
  oauthGrant,
  session,
  apiKey,
  document,
  teamDocument,
  draft,
  activeRevision,
  oneRevisionTwice,
  failedDocument,
  waitingDocument,
  storedDocument,
  share,
  comment,
  page,
  textPage,
  conversation,
  answerInTheMaking,
  answer,
  colleague,
  invited,
  suspended,
  team,
  spareTeam,
  secondFactor,
  identityProvider,
  providerDomain,
  organizationExport,
  organizationDeletion,
  notification,
  watchedDocument,
  webhook,
  webhookDelivery,
  type MatrixScene,
} from './access-scenes.js';

/** One route: who may use it, as the contract's tables say, not as the code does. */
export interface MatrixRow {
  roles: readonly Role[];
  /** Not with an API key, and so never for a service account. */
  session?: true;
  /** Makes an object and gives the address's parameters, in order; for routes that name one. */
  object?: (scene: MatrixScene) => Promise<string[]>;
  /** What the address needs behind its path; its parameters follow those of the path. */
  query?: string;
  /** Other users of the organization, including administrators, get 404. */
  ownerOnly?: true;
  /** A body that passes validation, so that what is answered is about the object. */
  body?: unknown;
}

const EVERYONE: Role[] = ['admin', 'manager', 'engineer', 'viewer', 'api_user'];
const SEARCHERS = EVERYONE;
const COMMENTERS: Role[] = ['admin', 'manager', 'engineer'];
const CHATTERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
const KEY_HOLDERS: Role[] = ['admin', 'manager', 'engineer', 'api_user'];
const SHARERS: Role[] = ['admin', 'manager', 'engineer'];
const MANAGERS: Role[] = ['admin', 'manager'];
const ADMINS: Role[] = ['admin'];

/** Every route that is not public. A test holds that none is missing and none too many. */
export const ACCESS_MATRIX: Record<string, MatrixRow> = {
  'POST /auth/logout': { roles: EVERYONE, session: true, body: {} },
  'GET /auth/sessions': { roles: EVERYONE, session: true },
  'DELETE /auth/sessions/:id': { roles: EVERYONE, session: true, object: session, ownerOnly: true },
  'POST /auth/step-up': { roles: EVERYONE, session: true },
  'POST /auth/password/change': { roles: EVERYONE, session: true },
  'GET /auth/mfa/methods': { roles: EVERYONE, session: true },
  'POST /auth/mfa/methods': { roles: EVERYONE, session: true },
  'POST /auth/mfa/methods/:id/activate': {
    roles: EVERYONE,
    session: true,
    object: secondFactor,
    ownerOnly: true,
    body: { code: '000000' },
  },
  'DELETE /auth/mfa/methods/:id': { roles: EVERYONE, session: true, object: secondFactor, ownerOnly: true },
  'POST /auth/mfa/recovery-codes': { roles: EVERYONE, session: true },

  'GET /api-keys': { roles: KEY_HOLDERS },
  'POST /api-keys': { roles: KEY_HOLDERS },
  'GET /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true },
  'PATCH /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true, body: { name: 'Renamed' } },
  'DELETE /api-keys/:id': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true },
  'POST /api-keys/:id/rotate': { roles: KEY_HOLDERS, object: apiKey, ownerOnly: true, body: {} },

  'GET /oauth/clients': { roles: ADMINS },
  'POST /oauth/clients': { roles: ADMINS, session: true },
  'GET /oauth/clients/:id': { roles: ADMINS, object: oauthClient },
  'PATCH /oauth/clients/:id': { roles: ADMINS, session: true, object: oauthClient, body: {} },
  'DELETE /oauth/clients/:id': { roles: ADMINS, session: true, object: oauthClient },
  'POST /oauth/clients/:id/rotate-secret': { roles: ADMINS, session: true, object: oauthClient, body: {} },
  'GET /oauth/grants': { roles: EVERYONE, session: true },
  'DELETE /oauth/grants/:id': { roles: EVERYONE, session: true, object: oauthGrant, ownerOnly: true },

  'GET /users/me': { roles: EVERYONE },
  'PATCH /users/me': { roles: EVERYONE, session: true, body: {} },
  'GET /users/me/permissions': { roles: EVERYONE },
  'GET /users/me/notification-preferences': { roles: EVERYONE, session: true },
  'PATCH /users/me/notification-preferences': { roles: EVERYONE, session: true, body: {} },
  'GET /users': { roles: MANAGERS },
  'POST /users': { roles: MANAGERS },
  'GET /users/:id': { roles: MANAGERS, object: colleague },
  'PATCH /users/:id': { roles: MANAGERS, object: colleague, body: { name: 'Renamed' } },
  'DELETE /users/:id': { roles: MANAGERS, object: colleague },
  'POST /users/:id/resend-invitation': { roles: MANAGERS, object: invited },
  'POST /users/:id/suspend': { roles: MANAGERS, object: colleague },
  'POST /users/:id/reactivate': { roles: MANAGERS, object: suspended },
  'POST /users/:id/unlock': { roles: MANAGERS, object: colleague },
  'POST /users/:id/reset-mfa': { roles: MANAGERS, session: true, object: colleague },
  'GET /teams': { roles: MANAGERS },
  'POST /teams': { roles: ADMINS, body: { name: 'Line 9' } },
  'GET /teams/:id': { roles: MANAGERS, object: team },
  'PATCH /teams/:id': { roles: ADMINS, object: spareTeam, body: {} },
  'DELETE /teams/:id': { roles: ADMINS, object: spareTeam },
  'GET /roles': { roles: EVERYONE },
  'GET /permissions': { roles: EVERYONE },
  'GET /settings': { roles: ADMINS },
  'PATCH /settings': { roles: ADMINS, session: true, body: {} },
  'GET /usage': { roles: ADMINS },
  'GET /audit-events': { roles: ADMINS },

  'GET /identity-providers': { roles: ADMINS },
  'POST /identity-providers': { roles: ADMINS, session: true },
  'GET /identity-providers/:id': { roles: ADMINS, object: identityProvider },
  'PATCH /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider, body: {} },
  'DELETE /identity-providers/:id': { roles: ADMINS, session: true, object: identityProvider },
  'POST /identity-providers/:id/test': { roles: ADMINS, object: identityProvider },
  'POST /identity-providers/:id/domains/:domain/verify': { roles: ADMINS, session: true, object: providerDomain },

  'GET /webhooks/event-types': { roles: ADMINS },
  'GET /webhooks': { roles: ADMINS },
  'POST /webhooks': { roles: ADMINS },
  'GET /webhooks/:id': { roles: ADMINS, object: webhook },
  'PATCH /webhooks/:id': { roles: ADMINS, object: webhook, body: { description: 'Test' } },
  'DELETE /webhooks/:id': { roles: ADMINS, object: webhook },
  'POST /webhooks/:id/rotate-secret': { roles: ADMINS, object: webhook, body: {} },
  'POST /webhooks/:id/test': { roles: ADMINS, object: webhook },
  'POST /webhooks/:id/replay': {
    roles: ADMINS,
    object: webhook,
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  },
  'GET /webhooks/:id/deliveries': { roles: ADMINS, object: webhook },
  'GET /webhooks/:id/deliveries/:delivery_id': { roles: ADMINS, object: webhookDelivery },
  'POST /webhooks/:id/deliveries/:delivery_id/retry': { roles: ADMINS, object: webhookDelivery },
  'POST /webhooks/:id/deliveries/:delivery_id/cancel': { roles: ADMINS, object: webhookDelivery },

  'GET /documents': { roles: EVERYONE },
  'POST /documents': { roles: MANAGERS },
  'GET /documents/:id': { roles: EVERYONE, object: document },
  'PATCH /documents/:id': { roles: MANAGERS, object: teamDocument, body: { title: 'Renamed' } },
  'DELETE /documents/:id': { roles: MANAGERS, object: teamDocument },
  'GET /documents/:id/ingestion': { roles: MANAGERS, object: teamDocument },
  'POST /documents/:id/ingestion/cancel': { roles: MANAGERS, object: waitingDocument },
  'POST /documents/:id/reprocess': { roles: MANAGERS, object: failedDocument },
  'GET /documents/:id/outline': { roles: EVERYONE, object: document },
  'GET /documents/:id/revisions': { roles: EVERYONE, object: document },
  'POST /documents/:id/revisions': { roles: MANAGERS, object: teamDocument },
  'GET /documents/:id/revisions/diff': { roles: EVERYONE, object: oneRevisionTwice, query: '?from=:from&to=:to' },
  'GET /documents/:id/revisions/:revision_id': { roles: EVERYONE, object: activeRevision },
  'DELETE /documents/:id/revisions/:revision_id': { roles: MANAGERS, object: draft },
  'POST /documents/:id/revisions/:revision_id/activate': { roles: MANAGERS, object: draft },
  'POST /documents/:id/revisions/:revision_id/withdraw': { roles: MANAGERS, object: activeRevision },
  'GET /documents/:id/pages': { roles: EVERYONE, object: document },
  'GET /documents/:id/pages/:number': { roles: EVERYONE, object: page },
  'GET /documents/:id/pages/:number/image': { roles: EVERYONE, object: textPage },
  'GET /documents/:id/pages/:number/highlights': { roles: EVERYONE, object: page },
  'GET /documents/:id/content': { roles: EVERYONE, object: storedDocument },
  'GET /documents/:id/shares': { roles: SHARERS, object: document },
  'POST /documents/:id/shares': {
    roles: SHARERS,
    object: document,
    body: { recipients: [{ type: 'user', id: 'user_nobody' }] },
  },
  'GET /documents/:id/access': { roles: SHARERS, object: document },
  'GET /shares/received': { roles: EVERYONE },
  'GET /shares/:id': { roles: SHARERS, object: share },
  'PATCH /shares/:id': { roles: SHARERS, object: share, body: {} },
  'DELETE /shares/:id': { roles: SHARERS, object: share },
  'GET /documents/:id/watch': { roles: EVERYONE, object: document },
  'PUT /documents/:id/watch': { roles: EVERYONE, object: document },
  'DELETE /documents/:id/watch': { roles: EVERYONE, object: watchedDocument },
  'GET /documents/:id/comments': { roles: EVERYONE, object: document },
  'POST /documents/:id/comments': {
    roles: COMMENTERS,
    object: document,
    body: { page_number: 1, body: 'Worn.' },
  },
  'GET /comments/:id': { roles: EVERYONE, object: comment },
  'PATCH /comments/:id': { roles: COMMENTERS, object: comment, body: { body: 'Worn out.' } },
  'DELETE /comments/:id': { roles: COMMENTERS, object: comment },
  'POST /comments/:id/resolve': { roles: COMMENTERS, object: comment },
  'POST /comments/:id/reopen': { roles: COMMENTERS, object: comment },
  'GET /comments/:id/edits': { roles: EVERYONE, object: comment },
  'GET /document-types': { roles: EVERYONE },
  'GET /aircraft-types': { roles: EVERYONE },
  'POST /search/documents': { roles: SEARCHERS },
  'POST /search/passages': { roles: SEARCHERS },
  'GET /search/suggest': { roles: SEARCHERS, query: '?q=wheel' },

  'GET /notifications': { roles: EVERYONE },
  'GET /notifications/unread-count': { roles: EVERYONE },
  // Rejected by media type after authorization: a stream would not end.
  'GET /notifications/stream': { roles: EVERYONE },
  'PATCH /notifications/:id': { roles: EVERYONE, object: notification, ownerOnly: true, body: { read: true } },
  'POST /notifications/read-all': { roles: EVERYONE },

  'GET /copilots': { roles: CHATTERS },
  'GET /chat/sessions': { roles: CHATTERS },
  'POST /chat/sessions': { roles: CHATTERS },
  'GET /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'PATCH /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true, body: {} },
  'DELETE /chat/sessions/:id': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'GET /chat/sessions/:id/messages': { roles: CHATTERS, object: conversation, ownerOnly: true },
  'POST /chat/sessions/:id/messages': {
    roles: CHATTERS,
    object: conversation,
    ownerOnly: true,
    body: { content: 'torque' },
  },
  'GET /chat/sessions/:id/messages/:message_id': { roles: CHATTERS, object: answer, ownerOnly: true },
  'GET /chat/sessions/:id/messages/:message_id/stream': { roles: CHATTERS, object: answer, ownerOnly: true },
  'POST /chat/sessions/:id/messages/:message_id/stop': {
    roles: CHATTERS,
    object: answerInTheMaking,
    ownerOnly: true,
  },
  'PUT /chat/sessions/:id/messages/:message_id/feedback': {
    roles: CHATTERS,
    object: answer,
    ownerOnly: true,
    body: { rating: 'up' },
  },
  'GET /chat/sessions/:id/export': { roles: CHATTERS, object: conversation, ownerOnly: true },

  'GET /organization/exports': { roles: ADMINS, session: true },
  'POST /organization/exports': { roles: ADMINS, session: true },
  'GET /organization/exports/:id': { roles: ADMINS, session: true, object: organizationExport },
  'GET /organization/exports/:id/content': { roles: ADMINS, session: true, object: organizationExport },
  'DELETE /organization/exports/:id': { roles: ADMINS, session: true, object: organizationExport },
  'GET /organization/deletion': { roles: ADMINS, session: true, object: organizationDeletion },
  // Of another name than the organization's: it is needed by the rows below.
  'POST /organization/deletion': { roles: ADMINS, session: true, body: { confirm_name: '' } },
  'DELETE /organization/deletion': { roles: ADMINS, session: true, object: organizationDeletion },
};
