/** Written by `npm run sdk:sync` from openapi.json. */
export interface paths {
    "/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Security-relevant acts in the caller's organization, newest first. */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own profile. An OAuth token sees what its scopes cover: `id`, with `profile` who and in which team one is,
         *     with `email` the address. An API key sees all but the address, unless a service account's. How somebody signs in is shown
         *     in a session alone. `GET /oauth/userinfo` answers the same as OpenID Connect has it.
         */
        get: operations["getOwnProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the caller's own profile. */
        patch: operations["updateOwnProfile"];
        trace?: never;
    };
    "/users/me/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the caller, or the API key or OAuth token in use, may do. An OAuth token sees the role with the scope `profile`. */
        get: operations["getOwnPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users of the organization, newest first; managers get the members of their team. */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invites a person by e-mail, or makes a service account (role `api_user`). Managers invite managers, engineers and
         *     viewers into their own team (403 `role_not_allowed`, `other_team`, `no_team`). Making an administrator, and granting a
         *     service account anything, needs a session (403 `session_required`).
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user. */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Removes a user for good, except the last active administrator (409 `last_admin`). Sessions, keys and conversations
         *     go; what they filed or wrote stays and names them by id. The address may be used again.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Changes name, role, team or grants, from the user's next request on. Managers do so with the people of their team,
         *     administrators and service accounts excepted (403 `protected_account`). Making an administrator needs a session (403
         *     `session_required`). The last active administrator stays one (409 `last_admin`).
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{id}/resend-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an invited person another invitation; the earlier one is void. Five an hour for each person (429 `invitations`).
         *     409 `illegal_transition` for anybody who has accepted.
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Locks an active user out from their next request on; sessions end. 409 `illegal_transition` for one who is invited
         *     (remove them instead) or suspended already, `last_admin` for the last active administrator.
         */
        post: operations["suspendUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets a suspended user in again, an administrator in a session only (403 `session_required`). 409 `illegal_transition` for
         *     any other.
         */
        post: operations["reactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forgets failed sign-ins, so that the user can sign in at once; does nothing when there were none. */
        post: operations["unlockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/reset-mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes all second factors from a user who cannot use them any more; does nothing when there are none. One's own are
         *     removed one by one (403 `own_account`). It opens an account to its password alone, and so asks for a fresh proof.
         */
        post: operations["resetMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Teams of the organization, newest first; managers get their own. */
        get: operations["listTeams"];
        put?: never;
        /** Makes a team. For administrators (403 `admin_only`). */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One team. */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /** Removes a team; its members then have none. 409 `team_in_use` while documents belong to it. For administrators (403 `admin_only`). */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /** Renames a team. For administrators (403 `admin_only`). */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All roles with what they allow. */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All permissions there are. */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's settings. */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes settings, from the next request on. It takes a fresh proof. */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in with e-mail and password. An account with a second factor gets no tokens yet: see `/auth/mfa/verify`. */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchanges a refresh token for the next token set. A token used twice ends the session, save for a race within 20 s. */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends this session, or all sessions of the user, from the next request on. With `all_sessions` the answer says what still
         *     acts for the user, and `revoke_api_keys` ends their API keys.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's open sessions, newest first. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one of the caller's sessions. */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a link for a new password, valid for an hour, if the address is that of an account with a password. */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password by the token of the mail, and ends all sessions and, unless told otherwise, the account's own API keys.
         *     A second factor is asked for at the next login as ever.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the caller's own password, and ends their other sessions. A wrong current password counts as a failed login. */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts an invitation by the token of its mail: the account becomes active, with this name and password, and signs in.
         *     409 `account_elsewhere` when the address got an account in another organization meanwhile.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the code of a second factor, or gives the options for its security key. An authenticator app needs no challenge. */
        post: operations["challengeMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Completes a login with a second factor or a recovery code. */
        post: operations["verifyMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms the caller's identity again, for routes that ask for a fresh proof: a new token set, whose `auth_time` is now.
         *     Where the account has a second factor, those routes ask for that. With `method_id` alone: sends the method's code,
         *     or gives the options for its security key.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's second factors, oldest first; those with `activated_at` null are still pending. */
        get: operations["listMfaMethods"];
        put?: never;
        /**
         * Begins a second factor: pending until it is activated, within an hour. One of the same type that is still pending
         *     gives way, which is also how a code is sent again.
         */
        post: operations["createMfaMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/methods/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates a pending second factor by proving it. From then on a login asks for one. The first also answers the recovery
         *     codes, and ends the caller's other sessions.
         */
        post: operations["activateMfaMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a second factor, at once. Without the last one a password is enough again, where the organization allows. */
        delete: operations["removeMfaMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes ten new recovery codes; the earlier ones are void. */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins a sign-in by passkey. The options are the same for everybody: the passkey itself knows its account. */
        post: operations["createPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkey/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by passkey alone. A passkey verifies its user, by PIN or fingerprint, so that it counts as a second factor too. */
        post: operations["verifyPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's API keys, newest first; for administrators with `owner_id` those of a service account. */
        get: operations["listApiKeys"];
        put?: never;
        /** Makes an API key; the answer is the only one that shows it. In a session it takes a fresh proof, as do changes and rotation. */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the caller's API keys or, for administrators, of a service account's. */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /** Revokes a key, and every key made with it, from the next request on. */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Changes a key from the next request on. Keys made with it are narrowed with it. With an API key: only itself and keys
         *     made with it.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the key; the answer is the only one that shows the new one. The old one works for the grace period, a day
         *     unless said otherwise. For a key that leaked revoke it instead, or give no grace. With an API key: as for changes.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the user behind an access token is (OpenID Connect Core 1.0, 5.3). */
        get: operations["getUserinfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's OAuth clients, newest first. */
        get: operations["listClients"];
        put?: never;
        /** Registers an OAuth client; the answer is the only one that shows its secret. */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the organization's OAuth clients. */
        get: operations["getClient"];
        put?: never;
        post?: never;
        /** Deletes a client and all that users granted it: its tokens stop working at once. */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /** Changes a client from its next request on. Its type stays. */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/oauth/clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces a confidential client's secret; the answer is the only one that shows the new one.
         * @description The old one works for the grace period.
         */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which applications the caller lets act, newest first: one entry an application, in whichever sessions it is used. */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws a grant: the application's tokens stop working in all sessions with its next request, and it has to ask again. */
        delete: operations["withdrawGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Documents the caller may see, newest first. */
        get: operations["listDocuments"];
        put?: never;
        /** Files a document with its first revision; it is read in the background. */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One document. */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /** Deletes a document with all its revisions; from the answer on nothing of it is shown anywhere. */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /** Changes what is said of a document, and the effectivity of its current revision. */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/document-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Document types of what the caller may see, with counts. */
        get: operations["listDocumentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aircraft-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Aircraft types in use, with counts. */
        get: operations["listAircraftTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Revisions of the document, newest first; drafts are shown to those who manage it. */
        get: operations["listRevisions"];
        put?: never;
        /** Adds a draft; it is read in the background, and becomes the current revision when it is activated. */
        post: operations["createRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/revisions/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed from one revision to another: pages added, removed, changed and moved, with the changed lines. */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/revisions/{revision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One revision. */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        /** Deletes a draft, for good; its version may then be used again. What was published stays. */
        delete: operations["deleteRevision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/revisions/{revision_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a draft that was read the current revision; the one before is superseded at the same moment. */
        post: operations["activateRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/revisions/{revision_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes the active revision out of use: searches find nothing of the document until another is activated. */
        post: operations["withdrawRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The table of contents of the current revision or of the one named. */
        get: operations["getOutline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/ingestion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the reading of the current revision, or of the one named, has come. */
        get: operations["getIngestion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/ingestion/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops the reading of the current revision, or of the one named: it has failed, with the code `cancelled`. */
        post: operations["cancelIngestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads the file of a draft, or of a revision whose reading failed, anew. What was published stays as it was read. */
        post: operations["reprocessRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pages of the document with their text, in order. `meta.warnings` says so unless the revision is active. */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/pages/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One page with its blocks, warnings and cautions. */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/pages/{number}/highlights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a citation or a quote stands on the page, to be laid over its image. A quote that is not on the page is 404. */
        get: operations["getHighlights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file as it was uploaded, whole or in part. */
        get: operations["getContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/pages/{number}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page as it looks: drawn from the file or, where that has no pages of its own, typeset from its text. */
        get: operations["getPageImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The best documents by words and meaning, each with its best pages and the newer bulletins that may change them. */
        post: operations["searchDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/passages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The best passages, each in the shape of a citation. */
        post: operations["searchPassages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Completions of what was typed so far: titles, document numbers, headings, part numbers. */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/copilots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The copilots and what each is for. */
        get: operations["listCopilots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's conversations, newest first. */
        get: operations["listChatSessions"];
        put?: never;
        /** Opens a conversation and, with `initial_message`, answers its first question, whole or as a stream of events. */
        post: operations["createChatSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the caller's conversations. */
        get: operations["getChatSession"];
        put?: never;
        post?: never;
        /** Removes a conversation with its messages. */
        delete: operations["deleteChatSession"];
        options?: never;
        head?: never;
        /** Renames a conversation. */
        patch: operations["updateChatSession"];
        trace?: never;
    };
    "/chat/sessions/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole conversation as a file: questions, answers, warnings and sources. */
        get: operations["exportChatSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages of a conversation, newest first. */
        get: operations["listMessages"];
        put?: never;
        /** Asks a question; answers the copilot's message, every sentence of it cited, whole or as a stream of events. */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message. */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}/messages/{message_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follows an answer, being made or over, from the event after `Last-Event-ID` on; from its start without one. */
        get: operations["followMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}/messages/{message_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops an answer that is being made: it ends with what was said of it. Of one that is stopped already, the same. */
        post: operations["stopMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sessions/{id}/messages/{message_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Says what the reader thinks of an answer, in the place of what they said before. */
        put: operations["putFeedback"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a webhook can be told of. */
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's webhooks, newest first. */
        get: operations["listWebhooks"];
        put?: never;
        /** Registers a webhook; the answer is the only one that shows its secret. */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the organization's webhooks. */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Deletes a webhook with what waits for it and the log of its deliveries. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Changes a webhook, or turns it off or on again. */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the secret; the answer is the only one that shows the new one.
         * @description The old one signs as well for a while: requests carry both signatures.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the webhook was told of, or is to be, newest first; kept for 30 days. */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its attempts: what was sent, and what was answered. */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes one more attempt as soon as what is before it is done, ahead of later deliveries. */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives up a delivery that waits; later ones need not wait for it any more. */
        post: operations["cancelWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delivers an event `webhook.test` to this webhook alone. */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delivers what happened in a time once more, behind what waits, with the ids that it had. */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the organization used, by day: requests, searches, chats, tokens, storage. At most 366 days, today's included. */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's exports, newest first. */
        get: operations["listOrganizationExports"];
        put?: never;
        /**
         * Has an archive made of everything that the organization keeps here.
         * @description Its rows and files, private comments and conversations of its people too, but no secrets. It is made in the
         *     background and kept for seven days.
         */
        post: operations["createOrganizationExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the organization's exports. */
        get: operations["getOrganizationExport"];
        put?: never;
        post?: never;
        /** Deletes an export and its archive; one that is being made is thrown away when it is done. */
        delete: operations["deleteOrganizationExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/exports/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The archive, whole or in part. */
        get: operations["getOrganizationExportContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the organization is to be deleted; 404 when it is not. */
        get: operations["getOrganizationDeletion"];
        put?: never;
        /**
         * Has the organization deleted for good, with everything in it, after some days.
         * @description All administrators are told by mail, and any of them can cancel it until then.
         */
        post: operations["scheduleOrganizationDeletion"];
        /** Cancels the deletion. */
        delete: operations["cancelOrganizationDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Identity providers of the organization, newest first. */
        get: operations["listIdentityProviders"];
        put?: never;
        /**
         * Lets people of these e-mail domains sign in at their company, once the domains are verified.
         * @description An organization has at most 20. Conflicts: `domain_taken` when another of your identity providers has one of
         *     the domains, `identity_provider_limit`.
         */
        post: operations["createIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One identity provider; its client secret is never shown. */
        get: operations["getIdentityProvider"];
        put?: never;
        post?: never;
        /** Nobody signs in through it any more. Accounts stay, and sessions until they end. */
        delete: operations["removeIdentityProvider"];
        options?: never;
        head?: never;
        /**
         * Changes it from the next sign-in on.
         * @description Other endpoints or another `client_id` need the `client_secret` again, and people are linked anew.
         */
        patch: operations["updateIdentityProvider"];
        trace?: never;
    };
    "/identity-providers/{id}/domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies a domain: looks for the TXT record that `domains[]` of the provider names. 409 `domain_not_proven` when it is not
         *     there (yet). Until then nobody signs in by the domain.
         */
        post: operations["verifyEmailDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity-providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Walks towards a sign-in as far as one gets without a person, and says what is wrong. */
        post: operations["testIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shares of a document in force, newest first. Whoever sees it by shares alone gets those given by or to them. */
        get: operations["listShares"];
        put?: never;
        /**
         * Shares a document with people and teams of the organization, who see it from the next request on. Whoever sees it by
         *     shares alone passes on at most what one of these allows, for as long as it lasts: else 403 `exceeds_share`.
         */
        post: operations["createShares"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who sees a document, and why. For those to whom it is open (403 `shared_only`). */
        get: operations["listDocumentAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shares/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What others share with the caller or their team, newest first. */
        get: operations["listReceivedShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One share. */
        get: operations["getShare"];
        put?: never;
        post?: never;
        /** Ends a share, and all that was passed on by its right. For those who may change it, and the person it was given to (403 `not_sharer`). */
        delete: operations["deleteShare"];
        options?: never;
        head?: never;
        /**
         * Changes a share; what was passed on by its right is cut with it. For whoever gave it and who manages the document (403
         *     `not_sharer`), within the share that it rests on (403 `exceeds_share`).
         */
        patch: operations["updateShare"];
        trace?: never;
    };
    "/documents/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Comments on a document, newest first, with replies: public ones and the caller's own. With `page_number` those that stand
         *     on that page of the revision looked at; outdated ones stand on none, and are listed by where they were made only when
         *     `outdated=true` asks for them.
         */
        get: operations["listComments"];
        put?: never;
        /** Comments on a page, or answers a comment. */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One comment, as it stands in the current revision of its document. */
        get: operations["getComment"];
        put?: never;
        post?: never;
        /** Takes back the caller's own comment or, for admins, any public one; replies to it stay. */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        /** Changes the caller's own comment. */
        patch: operations["updateComment"];
        trace?: never;
    };
    "/comments/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settles a thread. */
        post: operations["resolveComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/comments/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a settled thread up again. */
        post: operations["reopenComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/comments/{id}/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the comment said before, the last first: to others than its author what was public. */
        get: operations["listCommentEdits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the caller is told of, newest first, as far as they may see what it is about now. */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many are not read yet. */
        get: operations["countUnreadNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What comes from now on, or came since `Last-Event-ID`, as it comes: events `ready` at the start, `notification` each with
         *     its id, and `resync` when more came than is told one by one: then the list is to be read anew. Ends with the session,
         *     and after some minutes: clients come back with the last id.
         */
        get: operations["followNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Marks a notification as read or as unread. */
        patch: operations["updateNotification"];
        trace?: never;
    };
    "/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks everything as read that the list shows. */
        post: operations["readAllNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the caller watches the document. */
        get: operations["getDocumentWatch"];
        /** From now on the caller is told of new revisions of the document. */
        put: operations["watchDocument"];
        post?: never;
        /** The caller is not told any more, of a document that they do not see any more either. 404 when they were not. */
        delete: operations["unwatchDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/notification-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the caller is told of what concerns them. */
        get: operations["getNotificationPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes it, for what comes from now on. */
        patch: operations["updateNotificationPreferences"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        MetaResponse: {
            /**
             * Format: date-time
             * @description When the response was made, ISO 8601 UTC
             */
            timestamp: string;
            /** @description Quote it to support; also in the X-Request-ID header */
            request_id: string;
            /** @description What was done only in part, and why */
            warnings?: string[];
            /** @description With X-Debug: true, for system.settings */
            debug?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        ErrorCode: "INVALID_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONFLICT" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "UNPROCESSABLE" | "RATE_LIMIT_EXCEEDED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE" | "UPSTREAM_TIMEOUT";
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            /** @description For people; may change */
            message: string;
            /** @description Depends on the code */
            details: {
                [key: string]: unknown;
            };
        };
        ErrorEnvelope: {
            /** @enum {boolean} */
            success: false;
            error: components["schemas"]["ErrorBody"];
            meta: components["schemas"]["MetaResponse"];
        };
        AuditTargetResponse: {
            type: string;
            id: string;
        };
        AuditActorResponse: {
            /** @enum {string} */
            type: "user" | "api_key" | "system" | "anonymous";
            /** @description The user; for an API key its owner. */
            id: string | null;
            /** @description As it is today; the one field that no hash covers. */
            name: string | null;
            session_id: string | null;
            api_key_id: string | null;
        };
        AuditEventResponse: {
            /** @description 1, 2, 3, … within the organization, without gaps. */
            sequence: number;
            /** @enum {string} */
            result: "success" | "failure";
            reason: string | null;
            target: components["schemas"]["AuditTargetResponse"] | null;
            ip: string | null;
            user_agent: string | null;
            request_id: string | null;
            details: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            occurred_at: string;
            id: string;
            action: string;
            actor: components["schemas"]["AuditActorResponse"];
            /** @description `hash` of the event with the sequence before; 64 zeros for the first. */
            previous_hash: string;
            /**
             * @description SHA-256 over the canonical JSON (RFC 8785) of this event without `hash` and `actor.name`, with `organization_id` added:
             *     whoever keeps the list can prove that nothing in it was changed.
             */
            hash: string;
        };
        PaginationResponse: {
            /** @description Give it as `cursor` to get the next page; null on the last */
            next_cursor: string | null;
            has_more: boolean;
            /** @description Items over all pages */
            total_count: number;
        };
        /** @enum {string} */
        Role: "admin" | "manager" | "engineer" | "viewer" | "api_user";
        /** @enum {string} */
        UserStatus: "invited" | "active" | "suspended";
        /** @enum {string} */
        Grant: "document.manage";
        OwnProfileResponse: {
            role?: components["schemas"]["Role"];
            status?: components["schemas"]["UserStatus"];
            team_id?: string | null;
            /** @description What a service account may do beside the rights of its role. */
            grants?: components["schemas"]["Grant"][];
            /** Format: date-time */
            last_login_at?: string | null;
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            updated_at?: string;
            /** @description E-mail address. */
            email?: string;
            /** @description Display name. */
            name?: string;
            organization_id?: string;
            mfa_enabled?: boolean;
            id: string;
        };
        UserResponse: {
            role: components["schemas"]["Role"];
            status: components["schemas"]["UserStatus"];
            team_id: string | null;
            /** @description What a service account may do beside the rights of its role. */
            grants: components["schemas"]["Grant"][];
            /** Format: date-time */
            last_login_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            organization_id: string;
            mfa_enabled: boolean;
            id: string;
            /** @description E-mail address. */
            email: string;
            /** @description Display name. */
            name: string;
        };
        UpdateOwnProfileRequest: {
            /** @description Display name. */
            name?: string;
        };
        PermissionsResponse: {
            /** @description Absent for an OAuth token without the scope `profile`. */
            role?: components["schemas"]["Role"];
            permissions: string[];
        };
        CreateUserRequest: {
            /**
             * Format: email
             * @description Unique in the whole installation, whatever the case.
             */
            email: string;
            /** @description `api_user` makes a service account: active at once, without invitation or password. */
            role: components["schemas"]["Role"];
            /** @description When left out: the team of the manager who asks; none for administrators. */
            team_id?: string | null;
            /** @description For a service account alone: what it may do beside the rights of its role. */
            grants?: components["schemas"]["Grant"][];
            /** @description Display name. */
            name: string;
        };
        UpdateUserRequest: {
            /** @description A person cannot become a service account (`api_user`), nor the other way round. */
            role?: components["schemas"]["Role"];
            /** @description Null takes the user out of the team. */
            team_id?: string | null;
            /** @description All grants of a service account; what is left out of the list ends with its next request. */
            grants?: components["schemas"]["Grant"][];
            /** @description Display name. */
            name?: string;
        };
        TeamResponse: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            name: string;
        };
        CreateTeamRequest: {
            /** @description Unique in the organization, whatever the case. */
            name: string;
        };
        UpdateTeamRequest: {
            /** @description Unique in the organization, whatever the case. */
            name?: string;
        };
        /** @enum {string} */
        Permission: "document.view" | "document.search" | "document.comment" | "document.share" | "document.manage" | "chat.use" | "user.manage" | "api.access" | "webhook.manage" | "audit.view" | "system.settings";
        RoleResponse: {
            role: components["schemas"]["Role"];
            permissions: components["schemas"]["Permission"][];
            description: string;
        };
        PermissionResponse: {
            permission: components["schemas"]["Permission"];
            description: string;
        };
        /** @enum {string} */
        MfaPolicy: "off" | "optional" | "required";
        /** @enum {string} */
        CopilotType: "mro" | "troubleshooting" | "parts" | "compliance" | "flight_ops";
        /** @enum {string} */
        DocumentType: "AMM" | "CMM" | "EMM" | "SRM" | "IPC" | "WDM" | "FIM" | "TSM" | "MEL" | "MPD" | "NDT" | "SPM" | "SB" | "SL" | "AD" | "EO" | "TASK_CARD" | "FCOM" | "QRH" | "OTHER";
        /** @enum {string} */
        Plan: "standard" | "professional" | "enterprise";
        RetentionResponse: {
            /** @description Days that events of the audit trail are kept. */
            audit_days: number;
            /** @description Days that a conversation is kept after it was last used; null for ever. */
            chat_days: number | null;
        };
        SettingsResponse: {
            /** @description Seconds that an access token lives. */
            session_timeout: number;
            /** @description Seconds from login to the end of a session. */
            refresh_token_expiry: number;
            /** @description Open sessions a user. */
            max_concurrent_sessions: number;
            /** @description Seconds without a request after which a session is over. */
            idle_timeout: number;
            /** @description Days that a new or renewed API key works at most. */
            api_key_max_days: number;
            mfa_policy: components["schemas"]["MfaPolicy"];
            /** @description Whom the policy `required` means; empty is everybody. */
            mfa_required_roles: ("admin" | "manager" | "engineer" | "viewer")[];
            /** @description What words of the organization's are also searched for as. */
            search_synonyms: string[];
            /** @description The copilots that may be asked. */
            copilots_enabled: components["schemas"]["CopilotType"][];
            /** @description What new documents may be. */
            document_types: components["schemas"]["DocumentType"][];
            /** @description Not changed here. */
            plan: components["schemas"]["Plan"];
            retention: components["schemas"]["RetentionResponse"];
        };
        UpdateRetentionRequest: {
            /** @description Days that events of the audit trail are kept. */
            audit_days?: number;
            /** @description Days that a conversation is kept after it was last used; null for ever. */
            chat_days?: number | null;
        };
        UpdateSettingsRequest: {
            /** @description Seconds that an access token lives; tokens issued already keep their time. */
            session_timeout?: number;
            /**
             * @description Seconds from login to the end of a session, at least `session_timeout`. A longer time holds for sessions that start
             *     from now on, a shorter one also for open ones, when they are refreshed.
             */
            refresh_token_expiry?: number;
            /** @description Open sessions a user. A lower number takes effect at the user's next login, which ends the sessions beyond it. */
            max_concurrent_sessions?: number;
            /** @description Seconds without a request after which a session is over; holds for open sessions at once. */
            idle_timeout?: number;
            /** @description Days that a new or renewed API key works at most. A lower number shortens no key that there is. */
            api_key_max_days?: number;
            /**
             * @description `optional`: who wants a second factor may have one. `required`: who is in `mfa_required_roles` must; those without one
             *     can do nothing but enrol from their next request on. `off`: nobody can enrol one; accounts that have one go on being
             *     asked for it, so that switching the policy weakens no account.
             */
            mfa_policy?: components["schemas"]["MfaPolicy"];
            /** @description Whom `required` means; empty is everybody. Kept, without effect, under other policies. */
            mfa_required_roles?: ("admin" | "manager" | "engineer" | "viewer")[];
            /**
             * @description All entries, each with two alternatives at least: `MLG, main landing gear` searches for each where the other is asked
             *     for, `MLG => landing gear` only for what stands right. They win over the built-in abbreviations and synonyms, and hold
             *     from the next search on.
             */
            search_synonyms?: string[];
            /** @description The copilots that may be asked, one at least. Conversations with others can be read, and take no more questions. */
            copilots_enabled?: components["schemas"]["CopilotType"][];
            /** @description What new documents may be, one type at least. Documents of other types stay, are found, and take new revisions. */
            document_types?: components["schemas"]["DocumentType"][];
            /** @description How long the past is kept. What is older than a shorter time is removed within the next hours, for good. */
            retention?: components["schemas"]["UpdateRetentionRequest"];
        };
        UserSummaryResponse: {
            role: components["schemas"]["Role"];
            id: string;
            /** @description E-mail address. */
            email: string;
            /** @description Display name. */
            name: string;
        };
        TokenSetResponse: {
            /** @description What is left of the access token's life, in seconds: 3600, or less where the session ends earlier. */
            expires_in: number;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description JWT for `Authorization: Bearer`. */
            access_token: string;
            /** @description JWT that gets the next token set, once. */
            refresh_token: string;
            user: components["schemas"]["UserSummaryResponse"];
        };
        /** @enum {string} */
        MfaType: "totp" | "sms" | "email" | "webauthn";
        MfaMethodSummaryResponse: {
            type: components["schemas"]["MfaType"];
            id: string;
            /** @description Tells its owner which one it is: the name they gave it, and the end of the phone number or the like. */
            hint: string;
        };
        MfaRequiredResponse: {
            /** @enum {boolean} */
            mfa_required: true;
            /** @description Seconds. */
            expires_in: number;
            /** @description Stands for the right password in `POST /auth/mfa/challenge` and `/verify`, until a verification succeeds. */
            mfa_token: string;
            methods: components["schemas"]["MfaMethodSummaryResponse"][];
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            password: string;
        };
        RefreshRequest: {
            /** @description The refresh token of the last token set. */
            refresh_token: string;
        };
        StandingApiKeyResponse: {
            /**
             * Format: date-time
             * @description Precise to the minute.
             */
            last_used_at: string | null;
            id: string;
            name: string;
            /** @description First characters of the key, to recognize it by. */
            prefix: string;
        };
        StandingGrantResponse: {
            /**
             * Format: date-time
             * @description Precise to the minute.
             */
            last_used_at: string | null;
            /** @description For `DELETE /oauth/grants/{id}`. */
            id: string;
            client_id: string;
            client_name: string;
        };
        StandingAccessResponse: {
            /** @description How many API keys were just revoked, those made with one of them included. */
            revoked_api_keys: number;
            /** @description Newest first, 100 at most. */
            api_keys: components["schemas"]["StandingApiKeyResponse"][];
            /** @description In sessions that are still open: the others ended with theirs. */
            oauth_grants: components["schemas"]["StandingGrantResponse"][];
        };
        LogoutResponse: {
            /** @description How many sessions ended. */
            logged_out: number;
            /** @description With `all_sessions`: what still acts for the user. */
            standing_access?: components["schemas"]["StandingAccessResponse"];
        };
        LogoutRequest: {
            /** @description End every session of the user, not only this one. */
            all_sessions?: boolean;
            /** @description With `all_sessions`: end the caller's API keys as well. */
            revoke_api_keys?: boolean;
        };
        SessionResponse: {
            /** @description The client's User-Agent. */
            device: string | null;
            ip: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            id: string;
            /** @description The session of this very request. */
            current: boolean;
        };
        ForgotPasswordResponse: {
            /**
             * @description The same whether or not there is such an account: should there be one, a mail is on its way.
             * @enum {boolean}
             */
            accepted: true;
        };
        ForgotPasswordRequest: {
            /** Format: email */
            email: string;
        };
        ResetPasswordResponse: {
            /**
             * @description The new password signs in from now on; every session has ended.
             * @enum {boolean}
             */
            password_reset: true;
            /** @description What still acts for the account; null for one with a second factor, of which a mailbox alone is told nothing. */
            standing_access: components["schemas"]["StandingAccessResponse"] | null;
        };
        ResetPasswordRequest: {
            /**
             * @description End the account's API keys as well. Unless this is false they end: it is not known who made them.
             * @default true
             */
            revoke_api_keys: boolean;
            /** @description From the mail, `pwr_…`. */
            token: string;
            /** @description Hard to guess, not made of the own name, address or organization, not the present password. */
            new_password: string;
        };
        ChangePasswordResponse: {
            /**
             * @description The new password signs in from now on; every other session has ended.
             * @enum {boolean}
             */
            password_changed: true;
            standing_access: components["schemas"]["StandingAccessResponse"];
        };
        ChangePasswordRequest: {
            /**
             * @description End the caller's API keys as well. The answer says which go on working.
             * @default false
             */
            revoke_api_keys: boolean;
            current_password: string;
            /** @description Hard to guess, not made of the own name, address or organization, not the present password. */
            new_password: string;
        };
        AcceptInvitationRequest: {
            /** @description From the mail, `inv_…`. */
            token: string;
            /** @description Display name. */
            name: string;
            /** @description Hard to guess, not made of the own name, address or organization. */
            password: string;
        };
        MfaChallengeResponse: {
            /** @description Seconds. */
            expires_in: number;
            /** @description For a security key: PublicKeyCredentialRequestOptionsJSON, for `navigator.credentials.get()`. */
            public_key?: {
                [key: string]: unknown;
            };
            challenge_id: string;
        };
        MfaChallengeRequest: {
            method_id: string;
            /** @description The `mfa_token` that the login answered. */
            mfa_token: string;
        };
        AssertionResponse: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
        };
        AssertionCredentialRequest: {
            id: string;
            /** @description The same as `id`. */
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @description Not looked at: no extension decides anything here. */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @enum {string|null} */
            authenticatorAttachment?: "platform" | "cross-platform" | null;
            response: components["schemas"]["AssertionResponse"];
        };
        MfaVerifyRequest: {
            code?: string;
            /** @description The method that it proves; without it a code is tried with the authenticator apps, then with what was sent last. */
            method_id?: string;
            /** @description One of the ten recovery codes, instead of a method. */
            recovery_code?: string;
            /** @description What the security key answered. */
            credential?: components["schemas"]["AssertionCredentialRequest"];
            /** @description The `mfa_token` that the login answered. */
            mfa_token: string;
        };
        StepUpRequest: {
            code?: string;
            password?: string;
            /** @description The method that it proves. Alone: the one to send a code by, or whose security key to ask. */
            method_id?: string;
            /** @description What the security key answered. */
            credential?: components["schemas"]["AssertionCredentialRequest"];
        };
        MfaMethodResponse: {
            type: components["schemas"]["MfaType"];
            /** @description sms and email: where codes go, such as the end of the phone number. */
            hint: string | null;
            /**
             * Format: date-time
             * @description Null while it is pending: it has to be activated within an hour.
             */
            activated_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            label: string;
            /** @description webauthn: whether it is a passkey, which signs in without a password. */
            passwordless: boolean;
        };
        CreatedMfaMethodResponse: {
            type: components["schemas"]["MfaType"];
            /** @description sms and email: where codes go, such as the end of the phone number. */
            hint: string | null;
            /**
             * Format: date-time
             * @description Null while it is pending: it has to be activated within an hour.
             */
            activated_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description sms, email, webauthn: seconds. */
            expires_in?: number;
            /** @description webauthn: PublicKeyCredentialCreationOptionsJSON, for `navigator.credentials.create()`. */
            public_key?: {
                [key: string]: unknown;
            };
            /** @description totp: for typing into the app, base32. */
            secret?: string;
            /** @description totp: the same with the account's name, as apps read it. */
            otpauth_uri?: string;
            /** @description totp: the same as a QR code, an SVG document. */
            qr_svg?: string;
            /** @description sms, email, webauthn. */
            challenge_id?: string;
            id: string;
            label: string;
            /** @description webauthn: whether it is a passkey, which signs in without a password. */
            passwordless: boolean;
        };
        CreateMfaMethodRequest: {
            /** @enum {string} */
            type: "totp" | "sms" | "email" | "webauthn";
            /** @description The owner's name for it, such as `Blue key`. */
            label?: string;
            /** @description For type sms: the number, as E.164 writes it. */
            phone?: string;
            /** @description For type webauthn: makes a passkey, which remembers the account and signs in without a password. */
            passwordless?: boolean;
        };
        ActivatedMfaMethodResponse: {
            type: components["schemas"]["MfaType"];
            /** @description sms and email: where codes go, such as the end of the phone number. */
            hint: string | null;
            /**
             * Format: date-time
             * @description Null while it is pending: it has to be activated within an hour.
             */
            activated_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            label: string;
            /** @description webauthn: whether it is a passkey, which signs in without a password. */
            passwordless: boolean;
            /** @description With the account's first method: ten codes that stand in for a second factor, each once. Shown this once. */
            recovery_codes?: string[];
        };
        AttestationResponse: {
            clientDataJSON: string;
            attestationObject: string;
            authenticatorData?: string;
            publicKey?: string | null;
            /** @description COSE number of the algorithm. */
            publicKeyAlgorithm?: number;
            /** @description How the browser reaches the key, such as usb or nfc. */
            transports?: string[];
        };
        RegistrationCredentialRequest: {
            id: string;
            /** @description The same as `id`. */
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @description Not looked at: no extension decides anything here. */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @enum {string|null} */
            authenticatorAttachment?: "platform" | "cross-platform" | null;
            response: components["schemas"]["AttestationResponse"];
        };
        ActivateMfaMethodRequest: {
            /** @description What the app shows, or what was sent. */
            code?: string;
            /** @description What the new security key answered. */
            credential?: components["schemas"]["RegistrationCredentialRequest"];
        };
        RecoveryCodesResponse: {
            /** @description Ten codes that stand in for a second factor, each once. Shown this once; earlier ones are void. */
            recovery_codes: string[];
        };
        PasskeyOptionsResponse: {
            /** @description Seconds. */
            expires_in: number;
            /** @description PublicKeyCredentialRequestOptionsJSON, for `navigator.credentials.get()`; it names no credential. */
            public_key: {
                [key: string]: unknown;
            };
            /** @description To be sent back with the answer. */
            challenge_id: string;
        };
        PasskeyVerifyRequest: {
            /** @description Of the options that the passkey answers. */
            challenge_id: string;
            /** @description What the passkey answered: AuthenticationResponseJSON, from `navigator.credentials.get()`. */
            credential: components["schemas"]["AssertionCredentialRequest"];
        };
        ApiKeyResponse: {
            /** Format: date-time */
            expires_at: string | null;
            /** @description Blocks of addresses that the key may be used from, as CIDR writes them; null for anywhere. */
            allowed_cidrs: string[] | null;
            /**
             * Format: date-time
             * @description Until when the key that the last rotation replaced works; null when there was no rotation.
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description Precise to the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            name: string;
            /** @description First characters of the key, to recognise it by. */
            prefix: string;
            owner_id: string;
            scopes: string[];
        };
        CreatedApiKeyResponse: {
            /** Format: date-time */
            expires_at: string | null;
            /** @description Blocks of addresses that the key may be used from, as CIDR writes them; null for anywhere. */
            allowed_cidrs: string[] | null;
            /**
             * Format: date-time
             * @description Until when the key that the last rotation replaced works; null when there was no rotation.
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description Precise to the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            name: string;
            /** @description First characters of the key, to recognise it by. */
            prefix: string;
            owner_id: string;
            scopes: string[];
            /** @description The key itself. It is shown this once and cannot be had again. */
            key: string;
        };
        CreateApiKeyRequest: {
            /**
             * Format: date-time
             * @description When the key stops working; as late as the organization's `api_key_max_days` allows, when null, and no later. A key made with
             *     another ends with that at the latest.
             */
            expires_at?: string | null;
            /**
             * @description Addresses and CIDR blocks, IPv4 or IPv6, that the key may be used from; from anywhere, when null. The address is the
             *     client's as TRUST_PROXY lets the service see it.
             * @example [
             *       "192.0.2.0/24"
             *     ]
             */
            allowed_cidrs?: string[] | null;
            /** @description Permissions of the key; none beyond the owner's role and the caller's own rights. */
            scopes: components["schemas"]["Permission"][];
            /** @description What the key is for. */
            name: string;
            /** @description For administrators: the service account (role api_user) that the key is for; the caller, when left out. */
            owner_id?: string;
        };
        UpdateApiKeyRequest: {
            /**
             * Format: date-time
             * @description When the key stops working; as late as the organization's `api_key_max_days` allows, when null, and no later. A key made with
             *     another ends with that at the latest.
             */
            expires_at?: string | null;
            /**
             * @description Addresses and CIDR blocks, IPv4 or IPv6, that the key may be used from; from anywhere, when null. The address is the
             *     client's as TRUST_PROXY lets the service see it.
             * @example [
             *       "192.0.2.0/24"
             *     ]
             */
            allowed_cidrs?: string[] | null;
            /** @description Permissions of the key; none beyond the owner's role, the caller's rights and the key that made this one. */
            scopes?: components["schemas"]["Permission"][];
            /** @description What the key is for. */
            name?: string;
        };
        RotateApiKeyRequest: {
            /**
             * @description How long the key that is replaced still works, in seconds: a day unless said otherwise, 0 to end it at once.
             * @default 86400
             */
            grace_period_seconds?: number;
        };
        OAuthErrorResponse: {
            /** @description A sentence for developers. */
            error_description?: string;
            /** @description A code for programs, such as `invalid_grant`. */
            error: string;
        };
        OAuthTokenResponse: {
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds. */
            expires_in: number;
            /** @description With the scope `openid`. */
            id_token?: string;
            /** @description A JWT (RFC 9068), good as a bearer on every route of this API. */
            access_token: string;
            /** @description Good for one use; the answer to it brings the next. */
            refresh_token: string;
            /** @description What was granted, names with spaces between them. */
            scope: string;
        };
        OAuthIntrospectionResponse: {
            /** @description The user. */
            sub?: string;
            client_id?: string;
            scope?: string;
            token_type?: string;
            iss?: string;
            aud?: string;
            /** @description Unix time. */
            iat?: number;
            /** @description Unix time. */
            exp?: number;
            active: boolean;
        };
        OAuthUserinfoResponse: {
            name?: string;
            role?: components["schemas"]["Role"];
            organization_id?: string;
            /** @description Unix time. */
            updated_at?: number;
            email?: string;
            email_verified?: boolean;
            sub: string;
        };
        ClientResponse: {
            /** @enum {string} */
            type: "public" | "confidential";
            /**
             * Format: date-time
             * @description Until when the secret that the last rotation replaced works; null when there was no rotation.
             */
            previous_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            /** @description What the client calls itself by: the same as `id`. */
            client_id: string;
            name: string;
            redirect_uris: string[];
            scopes: string[];
            first_party: boolean;
        };
        CreatedClientResponse: {
            /** @enum {string} */
            type: "public" | "confidential";
            /**
             * Format: date-time
             * @description Until when the secret that the last rotation replaced works; null when there was no rotation.
             */
            previous_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The secret of a confidential client; null for a public one. It is shown this once and cannot be had again. */
            client_secret: string | null;
            id: string;
            /** @description What the client calls itself by: the same as `id`. */
            client_id: string;
            name: string;
            redirect_uris: string[];
            scopes: string[];
            first_party: boolean;
        };
        /** @enum {string} */
        OAuthScope: "openid" | "profile" | "email" | "offline_access" | "document.view" | "document.search" | "document.comment" | "document.share" | "document.manage" | "chat.use" | "user.manage" | "api.access" | "webhook.manage" | "audit.view" | "system.settings";
        CreateClientRequest: {
            /**
             * @description Where users may be sent back to, exactly as the client will write it; also after signing out. https, or http on
             *     a loopback address.
             * @example [
             *       "https://app.example.com/callback"
             *     ]
             */
            redirect_uris: string[];
            /** @description The most that it may ask for: openid, profile, email, offline_access and permissions. */
            scopes: components["schemas"]["OAuthScope"][];
            /**
             * @description Whether it can keep a secret. What runs in a browser or on a user's device cannot: public.
             * @enum {string}
             */
            type: "public" | "confidential";
            /**
             * @description The organization's own: its users need no api.access for it and are not asked for consent.
             * @default false
             */
            first_party?: boolean;
            /** @description What users are shown when they are asked for consent. */
            name: string;
        };
        UpdateClientRequest: {
            /** @description As for a new client. */
            redirect_uris?: string[];
            /** @description The most that it may ask for; what is left out stops working at once, in tokens given before too. */
            scopes?: components["schemas"]["OAuthScope"][];
            /** @description What users are shown when they are asked for consent. */
            name?: string;
            /** @description The organization's own: its users need no api.access for it and are not asked for consent. */
            first_party?: boolean;
        };
        RotateSecretRequest: {
            /**
             * @description How long the secret that is replaced still works, in seconds: a day unless said otherwise, 0 to end it at once.
             * @default 86400
             */
            grace_period_seconds?: number;
        };
        GrantClientResponse: {
            /** @description Its `client_id`. */
            id: string;
            name: string;
            /** @description Whether it is the organization's own, for which nobody is asked. */
            first_party: boolean;
        };
        GrantResponse: {
            /**
             * Format: date-time
             * @description Precise to the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            client: components["schemas"]["GrantClientResponse"];
            /** @description What the client may do, as far as your role may. */
            scopes: string[];
            /** @description Ids of your open sessions in which the client is in use, newest first. */
            sessions: string[];
        };
        /** @enum {string} */
        RevisionStatus: "draft" | "active" | "superseded" | "withdrawn";
        /** @enum {string} */
        DocumentAccess: "organization" | "team";
        RevisionSummaryResponse: {
            /** Format: date */
            revision_date: string | null;
            status: components["schemas"]["RevisionStatus"];
            id: string;
            version: string;
            content_sha256: string;
        };
        /** @enum {string} */
        IngestionState: "queued" | "processing" | "ready" | "failed";
        IngestionErrorResponse: {
            code: string;
            /** @description For the person who uploaded the file. */
            message: string;
        };
        IngestionSummaryResponse: {
            state: components["schemas"]["IngestionState"];
            error: components["schemas"]["IngestionErrorResponse"] | null;
        };
        DocumentResponse: {
            document_type: components["schemas"]["DocumentType"];
            document_number: string | null;
            ata_chapter: string | null;
            status: components["schemas"]["RevisionStatus"];
            access: components["schemas"]["DocumentAccess"];
            team_id: string | null;
            language: string | null;
            page_count: number | null;
            effectivity: string | null;
            /** @description Revision that this one replaced. */
            supersedes: string | null;
            /** @description Revision that replaced this one. */
            superseded_by: string | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            title: string;
            aircraft_type: string;
            version: string;
            revision: components["schemas"]["RevisionSummaryResponse"];
            ingestion: components["schemas"]["IngestionSummaryResponse"];
        };
        CreateDocumentRequest: {
            /**
             * Format: binary
             * @description Of any supported format, by content
             */
            file: Blob;
            /** Format: date */
            revision_date?: string;
            document_type: components["schemas"]["DocumentType"];
            /** @default organization */
            access?: components["schemas"]["DocumentAccess"];
            title: string;
            /** @description Free text; kept in upper case. */
            aircraft_type: string;
            /** @description The publisher's number of the document. */
            document_number?: string;
            ata_chapter?: string;
            team_id?: string;
            /** @description The publisher's name of this revision, such as `12` or `Rev C`; no other of the document has it. */
            version: string;
            /** @description Which aircraft it applies to, in the publisher's words. */
            effectivity?: string;
        };
        UpdateDocumentRequest: {
            document_type?: components["schemas"]["DocumentType"];
            document_number?: string | null;
            ata_chapter?: string | null;
            access?: components["schemas"]["DocumentAccess"];
            team_id?: string | null;
            /** @description Of the current revision */
            effectivity?: string | null;
            title?: string;
            /** @description Free text; kept in upper case. */
            aircraft_type?: string;
        };
        DocumentTypeResponse: {
            count: number;
            /** @description Whether new documents may be of this type. */
            in_use: boolean;
            value: string;
        };
        ValueCountResponse: {
            count: number;
            value: string;
        };
        S1000dResponse: {
            /** Format: date */
            issue_date: string | null;
            /** @description Which aircraft it applies to, in the publisher's words. */
            applicability: string | null;
            /** @description Code of the module without its prefix: `SKARV46-A-32-41-00-00A-520A-A`. */
            dmc: string;
            /** @description `003`; empty where none is given. */
            issue: string;
            /** @description Number of the draft between two issues: `00` once issued. */
            in_work: string;
            /** @description Code of the security classification, where one is given. */
            security?: string;
            /** @description Kind of content, such as `procedure`; `pm` for a publication. */
            type: string;
        };
        SuggestedFactsResponse: {
            /** Format: date */
            revision_date?: string;
            document_number?: string;
            /** @description As the publisher counts: `12`, `003`, `C`. */
            revision?: string;
            /** @description Taken over where the uploader gave none. */
            effectivity?: string;
        };
        RevisionMetadataResponse: {
            s1000d?: components["schemas"]["S1000dResponse"];
            suggested?: components["schemas"]["SuggestedFactsResponse"];
        };
        RevisionResponse: {
            /** Format: date */
            revision_date: string | null;
            status: components["schemas"]["RevisionStatus"];
            /** @description Which aircraft it applies to, in the publisher's words. */
            effectivity: string | null;
            /** @description Bytes of the file */
            content_size: number;
            page_count: number | null;
            language: string | null;
            /** @description Revision that this one replaced. */
            supersedes: string | null;
            /** @description Revision that replaced this one. */
            superseded_by: string | null;
            /** @description What the file says of itself; null where it says nothing, and before it is read. */
            metadata: components["schemas"]["RevisionMetadataResponse"] | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            activated_by: string | null;
            /** Format: date-time */
            activated_at: string | null;
            withdrawn_by: string | null;
            /** Format: date-time */
            withdrawn_at: string | null;
            document_id: string;
            media_type: string;
            file_name: string;
            ingestion: components["schemas"]["IngestionSummaryResponse"];
            id: string;
            version: string;
            content_sha256: string;
        };
        CreateRevisionRequest: {
            /**
             * Format: binary
             * @description Of any supported format, by content
             */
            file: Blob;
            /** Format: date */
            revision_date?: string;
            /** @description The publisher's name of this revision, such as `12` or `Rev C`; no other of the document has it. */
            version: string;
            /** @description Which aircraft it applies to, in the publisher's words. */
            effectivity?: string;
        };
        ChangedLineResponse: {
            /** @enum {string} */
            op: "context" | "removed" | "added";
            start: number;
            end: number;
            text: string;
        };
        ChangedPageResponse: {
            /** @enum {string} */
            change: "added" | "removed" | "changed" | "moved";
            /** @description Page of the revision `from`; null for an added one. */
            page_number_from: number | null;
            /** @description Page of the revision `to`; null for a removed one. */
            page_number_to: number | null;
            label_from: string | null;
            label_to: string | null;
            /** @description Lines that changed and two around each of them; running headers and footers are none. */
            lines: components["schemas"]["ChangedLineResponse"][];
            /** @description Whether lines, or ends of very long lines, are left out; all of them where the pages of one answer are too long. */
            truncated: boolean;
        };
        ComparisonSummaryResponse: {
            pages_added: number;
            pages_removed: number;
            pages_changed: number;
            /** @description The same as before, at another place. */
            pages_moved: number;
            pages_unchanged: number;
            /** @description Pages of the revision `to` that hold no text: whether a drawing on them changed is not known. */
            pages_without_text: number;
        };
        ComparisonResponse: {
            pages: components["schemas"]["ChangedPageResponse"][];
            from: components["schemas"]["RevisionResponse"];
            to: components["schemas"]["RevisionResponse"];
            summary: components["schemas"]["ComparisonSummaryResponse"];
            /**
             * @description Whether more pages differ than are looked into (some 4,000 of each revision): those behind are compared with the page
             *     at their place, so that a page may be listed as changed that was removed or added.
             */
            approximate: boolean;
            /** @description Of `pages`. */
            pagination: components["schemas"]["PaginationResponse"];
        };
        OutlineItemResponse: {
            /** @description Depth in the table of contents, outermost 1. */
            level: number;
            page_number: number;
            title: string;
        };
        OutlineResponse: {
            /** @description Anything but `active` is not to be worked by. */
            status: components["schemas"]["RevisionStatus"];
            /**
             * @description As the file declares it, or from the headings of its pages
             * @enum {string}
             */
            source: "file" | "headings";
            document_id: string;
            revision_id: string;
            version: string;
            items: components["schemas"]["OutlineItemResponse"][];
        };
        IngestionResponse: {
            state: components["schemas"]["IngestionState"];
            error: components["schemas"]["IngestionErrorResponse"] | null;
            /** @description reading or embedding, while processing */
            stage: string | null;
            pages_done: number;
            pages_total: number | null;
            /**
             * Format: date-time
             * @description When somebody first began to read it.
             */
            started_at: string | null;
            /** @description Seconds until the last page is read, by the pace so far; null before the first page, and when it is not being read. */
            seconds_left: number | null;
            /** @description What of the file is not in its text, in sentences. */
            warnings: string[];
        };
        PageSummaryResponse: {
            /** @description Physical page, counted from 1. */
            page_number: number;
            /** @description What is printed on the page as its number, where the file says so. */
            label: string | null;
            /** @description How surely the text was read from a picture of the page; null where it is the file's own. */
            ocr_confidence: number | null;
            id: string;
            text: string;
        };
        RectangleResponse: {
            x: number;
            y: number;
            width: number;
            height: number;
        };
        BlockResponse: {
            /** @enum {string} */
            kind: "heading" | "paragraph" | "list_item" | "table_row" | "figure" | "warning" | "caution" | "note";
            /** @description Offset of the block's first character in `text` of the page. */
            start: number;
            /** @description Offset after its last. */
            end: number;
            level?: number;
            /** @description Where the block stands on the page, a rectangle a line; empty where that is not known. */
            rectangles: components["schemas"]["RectangleResponse"][];
            text: string;
        };
        NoticeResponse: {
            /** @enum {string} */
            kind: "warning" | "caution";
            text: string;
        };
        MeasuredRangeResponse: {
            min: number | null;
            max: number | null;
            unit: string;
        };
        QuantityResponse: {
            min: number | null;
            max: number | null;
            /**
             * @description What is measured: `torque`, `pressure`, `length` …; `unknown` where the unit has several meanings.
             * @enum {string}
             */
            kind: "length" | "time" | "force" | "torque" | "pressure" | "area" | "volume" | "mass" | "density" | "temperature" | "energy" | "angle" | "voltage" | "current" | "resistance" | "capacitance" | "charge" | "power" | "frequency" | "rotational_speed" | "speed" | "acceleration" | "cycles" | "flow" | "ratio" | "unknown";
            /** @description offset in `text` of the page */
            start: number;
            end: number;
            /** @description in SI units, temperatures in °C */
            si: components["schemas"]["MeasuredRangeResponse"] | null;
            /** @description Verbatim. */
            text: string;
            unit: string;
        };
        EffectivityResponse: {
            /** @enum {string} */
            reach: "page" | "section" | "block";
            /** @description Page on which it stands. */
            page_number: number;
            /** @description offset in `text` of that page */
            start: number;
            end: number;
            /** @description Verbatim. */
            text: string;
            /** @description Without its label. */
            value: string;
        };
        FigureResponse: {
            /** @enum {string} */
            kind: "figure" | "table";
            start: number;
            end: number;
            /** @description `2 of 3`. */
            sheet?: string;
            /** @description Of captions. */
            title?: string;
            caption?: boolean;
            text: string;
            number: string;
        };
        PageResponse: {
            /** @description Physical page, counted from 1. */
            page_number: number;
            /** @description What is printed on the page as its number, where the file says so. */
            label: string | null;
            /** @description How surely the text was read from a picture of the page; null where it is the file's own. */
            ocr_confidence: number | null;
            /** @description Anything but `active` is not to be worked by. */
            status: components["schemas"]["RevisionStatus"];
            /** @description Points; null where the size of the page is not known. */
            width: number | null;
            height: number | null;
            document_id: string;
            revision_id: string;
            version: string;
            blocks: components["schemas"]["BlockResponse"][];
            warnings: components["schemas"]["NoticeResponse"][];
            /** @description Numbers with units, in the order of the text. */
            quantities: components["schemas"]["QuantityResponse"][];
            /** @description What says for which aircraft the text holds, here or on an earlier page. */
            effectivity: components["schemas"]["EffectivityResponse"][];
            /** @description Figures and tables that are named, and captions. */
            figures: components["schemas"]["FigureResponse"][];
            id: string;
            text: string;
        };
        HighlightsResponse: {
            page_number: number;
            /** @description Points; null where the size of the page is not known. */
            width: number | null;
            height: number | null;
            /** @description A rectangle a line, in the order of the text; empty where the places are not known. */
            rectangles: components["schemas"]["RectangleResponse"][];
        };
        DuplicateResponse: {
            document_type: components["schemas"]["DocumentType"];
            page_number: number;
            document_id: string;
            revision_id: string;
            title: string;
            aircraft_type: string;
            version: string;
        };
        MatchResponse: {
            page_number: number;
            /** @description `[start, end)` of what matches in `snippet`. */
            highlights: number[][];
            /** @description 0–100: how surely the least sure number of the passage was read from a picture; null where the text is the file's own. */
            ocr_confidence: number | null;
            /** @description Which aircraft the revision applies to, in the publisher's words. */
            effectivity: string | null;
            /** @description Headings above the passage. */
            section: string;
            /** @description Verbatim piece of the page. */
            snippet: string;
            /** @description WARNINGs and CAUTIONs that govern the passage, verbatim. */
            warnings: components["schemas"]["NoticeResponse"][];
            /** @description Effectivity statements in force somewhere in the passage, the widest first. */
            applies_to: string[];
            /** @description Whether another revision has taken the place of this one. */
            superseded: boolean;
            /** @description Near-duplicates on other pages and in other documents, which are not listed by themselves. */
            duplicates: components["schemas"]["DuplicateResponse"][];
        };
        ChangeNoticeResponse: {
            document_type: components["schemas"]["DocumentType"];
            document_number: string | null;
            /** Format: date */
            revision_date: string | null;
            /**
             * @description What it has to do with the hit: it names the document, a task or a part of it, or is on the same subject (aircraft and ATA section).
             * @enum {string}
             */
            reason: "names_document" | "names_task" | "names_part" | "same_subject";
            document_id: string;
            title: string;
            version: string;
        };
        SearchResultResponse: {
            document_type: components["schemas"]["DocumentType"];
            document_number: string | null;
            ata_chapter: string | null;
            status: components["schemas"]["RevisionStatus"];
            access: components["schemas"]["DocumentAccess"];
            team_id: string | null;
            language: string | null;
            page_count: number | null;
            effectivity: string | null;
            /** @description Revision that this one replaced. */
            supersedes: string | null;
            /** @description Revision that replaced this one. */
            superseded_by: string | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Further pages with hits, best first. */
            other_pages: number[];
            /** @description For comparison within one answer only. */
            score: number;
            /** @description Whether another revision has taken the place of this one. */
            superseded: boolean;
            /** @description The best pages, best first, each once. */
            matches: components["schemas"]["MatchResponse"][];
            /** @description Newer bulletins and directives that may change what was found, the surest first; at most five. */
            notices_of_change: components["schemas"]["ChangeNoticeResponse"][];
            id: string;
            title: string;
            aircraft_type: string;
            version: string;
            revision: components["schemas"]["RevisionSummaryResponse"];
            ingestion: components["schemas"]["IngestionSummaryResponse"];
        };
        SearchFiltersRequest: {
            document_types?: components["schemas"]["DocumentType"][];
            /**
             * @description Documents that apply to every aircraft (`ALL`, `GENERAL`, …) always pass. A type passes its variants, and a variant its
             *     type: `TR46` finds `TR46-100`, and `TR46-100` finds what is for `TR46`, but not what is for `TR46-300`.
             */
            aircraft_types?: string[];
            /** @description `32` finds all of chapter 32, `32-11` all of that section. */
            ata_chapters?: string[];
            document_ids?: string[];
            /** @description Also search revisions that were superseded; each such hit says so. */
            include_superseded?: boolean;
        };
        SearchDocumentsRequest: {
            /**
             * @default hybrid
             * @enum {string}
             */
            mode?: "hybrid" | "keyword" | "semantic";
            /** @default 10 */
            limit?: number;
            /** @description Words, a question, an ATA, task, part or document number. */
            query: string;
            filters?: components["schemas"]["SearchFiltersRequest"];
        };
        PassageResponse: {
            /** @description Rank of a passage, or `[index]` in an answer's content; from 1. */
            index: number;
            /** Format: date */
            revision_date: string | null;
            document_type: components["schemas"]["DocumentType"];
            page_number: number;
            start: number;
            end: number;
            /** @description 0–100: how surely the least sure number of it was read from a picture; null where the text is the file's own. */
            ocr_confidence: number | null;
            /** @description `[start, end)` of what matches in `quote`. */
            highlights: number[][];
            /** @description Which aircraft the revision applies to, in the publisher's words. */
            effectivity: string | null;
            /** @description For comparison within one answer only. */
            score: number;
            warnings: components["schemas"]["NoticeResponse"][];
            /** @description Effectivity statements in force somewhere in the passage, the widest first. */
            applies_to: string[];
            /** @description Near-duplicates on other pages and in other documents, which are not listed by themselves. */
            duplicates: components["schemas"]["DuplicateResponse"][];
            document_id: string;
            revision_id: string;
            title: string;
            version: string;
            aircraft_type: string;
            /** @description Headings above the quote. */
            section: string;
            /** @description Verbatim: characters `start` to `end` of the page's text. */
            quote: string;
            /** @description SHA-256 of the revision's file. */
            content_sha256: string;
            superseded: boolean;
            /** @description Newer bulletins and directives that may change what was found, the surest first; at most five. */
            notices_of_change: components["schemas"]["ChangeNoticeResponse"][];
        };
        CompletionResponse: {
            /** @enum {string} */
            kind: "title" | "document_number" | "heading" | "part_number";
            /** @description The first page that has it; null where it is the document's own title or number. */
            page_number: number | null;
            text: string;
            document_id: string;
        };
        CopilotResponse: {
            copilot_type: components["schemas"]["CopilotType"];
            name: string;
            description: string;
            /** @description Whether the organization lets its people ask this one. */
            enabled: boolean;
        };
        /** @enum {string} */
        MessageStatus: "complete" | "streaming" | "stopped" | "failed";
        /** @enum {string} */
        AnswerStatus: "grounded" | "refused" | "needs_clarification";
        CitationResponse: {
            /** @description Rank of a passage, or `[index]` in an answer's content; from 1. */
            index: number;
            /** Format: date */
            revision_date: string | null;
            document_type: components["schemas"]["DocumentType"];
            page_number: number;
            start: number;
            end: number;
            /** @description 0–100: how surely the least sure number of it was read from a picture; null where the text is the file's own. */
            ocr_confidence: number | null;
            document_id: string;
            revision_id: string;
            title: string;
            version: string;
            aircraft_type: string;
            /** @description Headings above the quote. */
            section: string;
            /** @description Verbatim: characters `start` to `end` of the page's text. */
            quote: string;
            /** @description SHA-256 of the revision's file. */
            content_sha256: string;
            superseded: boolean;
            /** @description Newer bulletins and directives that may change what was found, the surest first; at most five. */
            notices_of_change: components["schemas"]["ChangeNoticeResponse"][];
        };
        AnswerWarningResponse: {
            /** @enum {string} */
            kind: "warning" | "caution" | "reading";
            /** @description Index of the citation that shows it. */
            citation: number;
            text: string;
        };
        SuggestionResponse: {
            document_type: components["schemas"]["DocumentType"];
            page_number: number;
            document_id: string;
            title: string;
            version: string;
        };
        MessageResponse: {
            /** @enum {string} */
            role: "user" | "assistant";
            status: components["schemas"]["MessageStatus"];
            /** @description Null for questions */
            answer_status: components["schemas"]["AnswerStatus"] | null;
            model: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            content: string;
            citations: components["schemas"]["CitationResponse"][];
            warnings: components["schemas"]["AnswerWarningResponse"][];
            /** @description Nearest documents, when there was no answer in them. */
            suggestions: components["schemas"]["SuggestionResponse"][];
        };
        CreatedChatSessionResponse: {
            copilot_type: components["schemas"]["CopilotType"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            messages: components["schemas"]["MessageResponse"][];
            session_id: string;
            title: string;
        };
        MessageDeltaResponse: {
            /** @description Text to append; none in the first event, which is sent before the answer is sought. */
            content: string;
            /** @description Which message follows: in the first event alone. */
            message_id?: string;
            /** @description Its conversation: in the first event alone. */
            session_id?: string;
        };
        MessageDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "message.delta";
            data: components["schemas"]["MessageDeltaResponse"];
            /** @description Counts from 1, without gaps; what `Last-Event-ID` names. */
            id: string;
        };
        CitationEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "citation";
            data: components["schemas"]["CitationResponse"];
            /** @description Counts from 1, without gaps; what `Last-Event-ID` names. */
            id: string;
        };
        WarningEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "warning";
            data: components["schemas"]["AnswerWarningResponse"];
            /** @description Counts from 1, without gaps; what `Last-Event-ID` names. */
            id: string;
        };
        MessageDoneMetaResponse: {
            /** @description What was done only in part, and why. */
            warnings: string[];
        };
        MessageDoneResponse: {
            /** @enum {string} */
            role: "user" | "assistant";
            status: components["schemas"]["MessageStatus"];
            /** @description Null for questions */
            answer_status: components["schemas"]["AnswerStatus"] | null;
            model: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            content: string;
            citations: components["schemas"]["CitationResponse"][];
            warnings: components["schemas"]["AnswerWarningResponse"][];
            /** @description Nearest documents, when there was no answer in them. */
            suggestions: components["schemas"]["SuggestionResponse"][];
            /** @description Only where there are warnings. */
            meta?: components["schemas"]["MessageDoneMetaResponse"];
        };
        MessageDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "message.done";
            data: components["schemas"]["MessageDoneResponse"];
            /** @description Counts from 1, without gaps; what `Last-Event-ID` names. */
            id: string;
        };
        ErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            data: components["schemas"]["ErrorBody"];
            /** @description Counts from 1, without gaps; what `Last-Event-ID` names. */
            id: string;
        };
        CreateChatSessionRequest: {
            copilot_type: components["schemas"]["CopilotType"];
            /** @description The first question; its answer comes with the session. */
            initial_message?: string;
            title?: string;
            /** @description What every answer of the conversation is restricted to. */
            filters?: components["schemas"]["SearchFiltersRequest"];
            /** @description Restricts the conversation to these documents; an empty list does not. */
            document_ids?: string[];
        };
        ChatSessionResponse: {
            copilot_type: components["schemas"]["CopilotType"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            session_id: string;
            title: string;
        };
        UpdateChatSessionRequest: {
            title?: string;
        };
        CreateMessageRequest: {
            /** @description The question. */
            content: string;
        };
        FeedbackResponse: {
            /** @enum {string} */
            rating: "up" | "down";
            reason: string | null;
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            message_id: string;
        };
        PutFeedbackRequest: {
            /** @enum {string} */
            rating: "up" | "down";
            /** @description A short name for why, by which feedback is counted: `incorrect`, `incomplete`, `wrong_document`, `outdated`, … */
            reason?: string;
            comment?: string;
        };
        WebhookEventTypeResponse: {
            /** @description `data` of a body, as it may be. */
            example: {
                [key: string]: unknown;
            };
            name: string;
            description: string;
        };
        /** @enum {string} */
        WebhookEventName: "document.commented" | "document.created" | "document.ready" | "document.failed" | "document.updated" | "document.deleted" | "document.shared" | "document.revision_activated" | "comment.updated" | "comment.deleted" | "comment.resolved" | "user.invited" | "user.created" | "user.updated" | "user.suspended" | "user.deleted" | "security.refresh_reuse_detected" | "security.account_locked" | "security.mfa_changed" | "api_key.created" | "api_key.rotated" | "api_key.revoked" | "webhook.test" | "webhook.endpoint_disabled";
        WebhookResponse: {
            description: string | null;
            events: components["schemas"]["WebhookEventName"][];
            /**
             * @description `manual`: by an administrator; `gone`: it answered 410; `failing`: every attempt of three days failed.
             * @enum {string|null}
             */
            disabled_reason: "manual" | "gone" | "failing" | null;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed; null when the last one did not.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when the secret that the last rotation replaced signs as well; null when there is none.
             */
            previous_secret_until: string | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            url: string;
            enabled: boolean;
        };
        CreatedWebhookResponse: {
            description: string | null;
            events: components["schemas"]["WebhookEventName"][];
            /**
             * @description `manual`: by an administrator; `gone`: it answered 410; `failing`: every attempt of three days failed.
             * @enum {string|null}
             */
            disabled_reason: "manual" | "gone" | "failing" | null;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed; null when the last one did not.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when the secret that the last rotation replaced signs as well; null when there is none.
             */
            previous_secret_until: string | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * @description Signs what is sent, by the rules of Standard Webhooks. It is shown this once and cannot be had again.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
            id: string;
            url: string;
            enabled: boolean;
        };
        CreateWebhookRequest: {
            /**
             * @description Where events are posted to: https, without user, password or fragment, on the public internet.
             * @example https://example.com/hooks/manuals
             */
            url: string;
            /** @description What it is told of; the types are listed by `GET /webhooks/event-types`. */
            events: components["schemas"]["WebhookEventName"][];
            /** @description For those who keep the endpoints. */
            description?: string | null;
            /**
             * @description Whether it is told of anything.
             * @default true
             */
            enabled?: boolean;
        };
        UpdateWebhookRequest: {
            /** @description As for a new endpoint. What waits goes to the new address. */
            url?: string;
            /** @description What it is told of from now on; what waits is still delivered. */
            events?: components["schemas"]["WebhookEventName"][];
            /** @description For those who keep the endpoints. */
            description?: string | null;
            /** @description Off: what waits stays, and what happens meanwhile is not queued. On: what waits is delivered. */
            enabled?: boolean;
        };
        RotateWebhookSecretRequest: {
            /**
             * @description Seconds for which the replaced secret signs as well; 0 ends it at once.
             * @default 86400
             */
            grace_period_seconds?: number;
            /**
             * @deprecated
             * @description The former name of `grace_period_seconds`, which takes precedence.
             */
            expire_previous_in?: number;
        };
        /** @enum {string} */
        DeliveryState: "pending" | "delivered" | "failed" | "cancelled";
        DeliveryResponse: {
            event: components["schemas"]["WebhookEventName"];
            /**
             * Format: date-time
             * @description `timestamp` of the body.
             */
            occurred_at: string;
            state: components["schemas"]["DeliveryState"];
            attempt_count: number;
            /** @description Of the answer to the last attempt; null when there was none, or no attempt. */
            last_status: number | null;
            /** @description Why the last attempt failed, as a code; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description Not before this moment, and not before those that are ahead of it; null when it is over.
             */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            id: string;
            /** @description The `webhook-id` of its requests: of every delivery of the event the same. */
            event_id: string;
        };
        AttemptResponse: {
            number: number;
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            /** @description Of the answer; null when there was none. */
            status: number | null;
            /** @description Why it failed, as a code; null when it did not. */
            error: string | null;
            request_headers: {
                [key: string]: string;
            };
            response_headers: {
                [key: string]: string;
            } | null;
            /** @description Its first 4 KiB; null when there was no answer. */
            response_body: string | null;
            /** @description Its first 4 KiB. */
            request_body: string;
        };
        DeliveryLogResponse: {
            event: components["schemas"]["WebhookEventName"];
            /**
             * Format: date-time
             * @description `timestamp` of the body.
             */
            occurred_at: string;
            state: components["schemas"]["DeliveryState"];
            attempt_count: number;
            /** @description Of the answer to the last attempt; null when there was none, or no attempt. */
            last_status: number | null;
            /** @description Why the last attempt failed, as a code; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description Not before this moment, and not before those that are ahead of it; null when it is over.
             */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /** @description The last attempts, newest first; they are kept for 30 days. */
            attempts: components["schemas"]["AttemptResponse"][];
            id: string;
            /** @description The `webhook-id` of its requests: of every delivery of the event the same. */
            event_id: string;
        };
        ReplayResponse: {
            /** @description How many events are delivered again. */
            replayed: number;
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description From this moment on; events are kept for 30 days.
             */
            from: string;
            /**
             * Format: date-time
             * @description Before this moment, later than `from`.
             */
            to: string;
            /** @description Types of events; those that the endpoint is told of when left out. */
            events?: components["schemas"]["WebhookEventName"][];
        };
        LlmTokensResponse: {
            prompt: number;
            completion: number;
        };
        TokensResponse: {
            embedding: number;
            /** @description How many of all these are our estimate, since the provider did not say. */
            estimated: number;
            llm: components["schemas"]["LlmTokensResponse"];
        };
        UsageDayResponse: {
            /** @description Requests with a credential of the organization, whatever their answer. */
            requests: number;
            /** @description Searches for documents and passages, without those that the chat makes. */
            searches: number;
            /** @description Conversations opened. */
            chats: number;
            /** @description Questions asked in conversations. */
            questions: number;
            /** Format: date */
            date: string;
            /** @description At the end of the day, today now; null when nobody looked that day. */
            documents: number | null;
            /** @description Size of the files of all revisions, each content once. As `documents`. */
            storage_bytes: number | null;
            tokens: components["schemas"]["TokensResponse"];
        };
        UsageCountsResponse: {
            /** @description Requests with a credential of the organization, whatever their answer. */
            requests: number;
            /** @description Searches for documents and passages, without those that the chat makes. */
            searches: number;
            /** @description Conversations opened. */
            chats: number;
            /** @description Questions asked in conversations. */
            questions: number;
            tokens: components["schemas"]["TokensResponse"];
        };
        UsageResponse: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description Every day of the time, oldest first. */
            days: components["schemas"]["UsageDayResponse"][];
            totals: components["schemas"]["UsageCountsResponse"];
        };
        OrganizationExportResponse: {
            /**
             * @description `failed` only after several attempts: ask for another.
             * @enum {string}
             */
            state: "queued" | "running" | "ready" | "failed";
            /** @description The administrator; null when they are removed. */
            requested_by: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is removed by itself; null while it is being made.
             */
            expires_at: string | null;
            /**
             * Format: int64
             * @description Of the archive; null while there is none.
             */
            size_bytes: number | null;
            /** @description Of the archive, in lower-case hexadecimal; null while there is none. */
            sha256: string | null;
            id: string;
        };
        OrganizationDeletionResponse: {
            /** @description The administrator; null for an operator of the installation. */
            requested_by: string | null;
            /** Format: date-time */
            requested_at: string;
            /**
             * Format: date-time
             * @description From this moment on nobody is let in and everything is removed; until then it can be cancelled.
             */
            due_at: string;
        };
        ScheduleDeletionRequest: {
            /** @description The name of the organization, letter for letter. */
            confirm_name: string;
        };
        /** @enum {string} */
        IdentityProviderKind: "entra_id" | "okta" | "google_workspace" | "custom";
        IdentityProviderDomainResponse: {
            /**
             * @description Name of the TXT record.
             * @example _amks-challenge.example.com
             */
            record_name: string;
            /**
             * @description Value of the TXT record.
             * @example amks-domain-verification=4f1c…
             */
            record_value: string;
            /**
             * Format: date-time
             * @description When the record was found; null until then, and nobody signs in by the domain.
             */
            verified_at: string | null;
            domain: string;
        };
        /** @enum {string} */
        DefaultRole: "viewer" | "engineer" | "manager";
        /** @enum {string} */
        MappedRole: "viewer" | "engineer" | "manager" | "admin";
        MappingRuleResponse: {
            role?: components["schemas"]["MappedRole"];
            team_id?: string;
            /** @description Name of a claim of the ID token or of userinfo; dots lead into nested ones. */
            claim: string;
            value: string;
        };
        IdentityProviderResponse: {
            kind: components["schemas"]["IdentityProviderKind"];
            /** @description Of OpenID Connect; null for plain OAuth 2. */
            issuer: string | null;
            /** @description Where people sign in; null where the issuer tells it. */
            authorization_url: string | null;
            /** @description Where codes become tokens; null where the issuer tells it. */
            token_url: string | null;
            /** @description What tells who signed in; null where the issuer tells it. */
            userinfo_url: string | null;
            /** @description The same domains, and which of them are verified. */
            domains: components["schemas"]["IdentityProviderDomainResponse"][];
            /** @description Role of people who sign in for the first time and of those whom no rule fits. */
            default_role: components["schemas"]["DefaultRole"];
            /** @description Team of people who sign in for the first time and of those whom no rule about teams fits; null for none. */
            default_team_id: string | null;
            /** @description Ceiling of the roles that this provider gives; null for none. */
            max_role: components["schemas"]["MappedRole"] | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            id: string;
            /** @description As people read it: "Continue with …". */
            name: string;
            /** @description As which this service is registered at the provider. */
            client_id: string;
            /** @description What is asked for. */
            scopes: string[];
            /** @description Domains whose e-mail addresses the provider speaks for: lower case, in ASCII, in alphabetical order. */
            email_domains: string[];
            /** @description Applied at every sign-in: the first that fits and names a role decides the role, the first that names a team the team. */
            role_mapping: components["schemas"]["MappingRuleResponse"][];
            /** @description Whether people can sign in through it. */
            enabled: boolean;
            /** @description The address to register at the provider as where people are sent back to. */
            redirect_uri: string;
        };
        MappingRuleRequest: {
            /** @description At least one of `role` and `team_id` is required. */
            role?: components["schemas"]["MappedRole"];
            /** @description Name of a claim of the ID token or of userinfo; dots lead into nested ones (`realm_access.roles`). */
            claim: string;
            /** @description Compared to the last character; numbers and booleans as they are written. */
            value: string;
            /** @description A team of the organization. */
            team_id?: string;
        };
        CreateIdentityProviderRequest: {
            /**
             * @description Of OpenID Connect; not needed for google_workspace.
             * @example https://acme.okta.com
             */
            issuer?: string;
            /**
             * @description Role of people who sign in for the first time and of those whom no rule fits.
             * @default viewer
             * @enum {string}
             */
            default_role?: "viewer" | "engineer" | "manager";
            /**
             * @description Team of people who sign in for the first time and of those whom no rule about teams fits; null for none.
             * @default null
             */
            default_team_id?: string | null;
            /**
             * @description Applied at every sign-in. The first rule that fits and names a role decides the role, the first that names a team the
             *     team; where none fits, the defaults hold. Without rules roles and teams stay as administrators set them.
             * @default []
             */
            role_mapping?: components["schemas"]["MappingRuleRequest"][];
            /**
             * @description Ceiling of the roles that this provider gives: nothing in `role_mapping` and `default_role` may be above it. Null for none.
             * @default null
             */
            max_role?: components["schemas"]["MappedRole"] | null;
            /** @description Entra ID takes `tenant` or `issuer`, Okta `issuer`, Google Workspace neither, others `issuer` or the three URLs. */
            kind: components["schemas"]["IdentityProviderKind"];
            /** @description Stored encrypted; no answer shows it. */
            client_secret: string;
            /**
             * @description Whether people can sign in through it.
             * @default true
             */
            enabled?: boolean;
            /** @description As people read it: "Continue with …". */
            name: string;
            /** @description As which this service is registered at the provider. */
            client_id: string;
            /** @description Domains whose e-mail addresses the provider speaks for, once they are verified. Each belongs to one of your providers. */
            email_domains: string[];
            /**
             * Format: uuid
             * @description Tenant id of Entra ID: the issuer is made of it.
             */
            tenant?: string;
            /** @description Where people sign in. Of plain OAuth 2, together with `token_url` and `userinfo_url`, instead of `issuer`. */
            authorization_url?: string;
            /** @description Of plain OAuth 2: where codes become tokens. */
            token_url?: string;
            /** @description Of plain OAuth 2. Answers `sub` (or `id`), `email`, `email_verified` and perhaps `name`. */
            userinfo_url?: string;
            /** @description What is asked for. A new provider's are `openid profile email` for OpenID Connect and `email` otherwise. */
            scopes?: string[];
        };
        UpdateIdentityProviderRequest: {
            /**
             * @description Of OpenID Connect; not needed for google_workspace.
             * @example https://acme.okta.com
             */
            issuer?: string;
            /** @description Role of people who sign in for the first time and of those whom no rule fits. */
            default_role?: components["schemas"]["DefaultRole"];
            /** @description Team of people who sign in for the first time and of those whom no rule about teams fits; null for none. */
            default_team_id?: string | null;
            /**
             * @description Applied at every sign-in. The first rule that fits and names a role decides the role, the first that names a team the
             *     team; where none fits, the defaults hold. Without rules roles and teams stay as administrators set them.
             */
            role_mapping?: components["schemas"]["MappingRuleRequest"][];
            /** @description Ceiling of the roles that this provider gives: nothing in `role_mapping` and `default_role` may be above it. Null for none. */
            max_role?: components["schemas"]["MappedRole"] | null;
            /** @description Stored encrypted; no answer shows it. */
            client_secret?: string;
            /** @description As people read it: "Continue with …". */
            name?: string;
            /** @description As which this service is registered at the provider. */
            client_id?: string;
            /** @description Domains whose e-mail addresses the provider speaks for. */
            email_domains?: string[];
            /**
             * Format: uuid
             * @description Tenant id of Entra ID: the issuer is made of it.
             */
            tenant?: string;
            /** @description Where people sign in. Of plain OAuth 2, together with `token_url` and `userinfo_url`, instead of `issuer`. */
            authorization_url?: string;
            /** @description Of plain OAuth 2: where codes become tokens. */
            token_url?: string;
            /** @description Of plain OAuth 2. Answers `sub` (or `id`), `email`, `email_verified` and perhaps `name`. */
            userinfo_url?: string;
            /** @description What is asked for. A new provider's are `openid profile email` for OpenID Connect and `email` otherwise. */
            scopes?: string[];
            /** @description Whether people can sign in through it. */
            enabled?: boolean;
        };
        ProviderCheckStepResponse: {
            /** @enum {string} */
            check: "domains" | "discovery" | "capabilities" | "keys" | "client" | "redirect_uri" | "userinfo" | "email";
            /** @enum {string} */
            outcome: "passed" | "warning" | "failed" | "skipped";
            /** @description What was found, and what to do about it. */
            message: string;
        };
        ProviderCheckResponse: {
            /** @description In the order in which they were made. What comes after an unreachable provider is left out. */
            checks: components["schemas"]["ProviderCheckStepResponse"][];
            /** @description Whether nothing failed; warnings are no failures. */
            ok: boolean;
        };
        /** @enum {string} */
        SharePermission: "view" | "comment";
        RecipientResponse: {
            /** @enum {string} */
            type: "user" | "team";
            id: string;
            name: string;
        };
        ShareResponse: {
            permission: components["schemas"]["SharePermission"];
            message: string | null;
            page_number: number | null;
            /** Format: date-time */
            expires_at: string | null;
            /** @description The user. */
            shared_by: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            document_id: string;
            recipient: components["schemas"]["RecipientResponse"];
        };
        RecipientRequest: {
            /** @enum {string} */
            type: "user" | "team";
            id: string;
        };
        CreateSharesRequest: {
            /** @description People and teams of the organization, none twice. */
            recipients: components["schemas"]["RecipientRequest"][];
            /** @default view */
            permission?: components["schemas"]["SharePermission"];
            /** @description For the recipients. */
            message?: string | null;
            /** @description The page that the recipients are pointed to, of the current revision. */
            page_number?: number | null;
            /**
             * Format: date-time
             * @description When the shares end by themselves, null for no end. Left out, with the share by whose right they are given, if any.
             */
            expires_at?: string | null;
        };
        AccessReasonResponse: {
            /**
             * @description `admin` sees everything; `organization` and `team`: the document is theirs; `share`: somebody shared it.
             * @enum {string}
             */
            type: "admin" | "organization" | "team" | "share";
            /** @description Of a `share`. */
            share_id?: string;
        };
        ReaderResponse: {
            id: string;
            name: string;
        };
        DocumentAccessResponse: {
            /** @description What they may do there with their role. */
            permission: components["schemas"]["SharePermission"];
            /** @description All that apply. */
            reasons: components["schemas"]["AccessReasonResponse"][];
            user: components["schemas"]["ReaderResponse"];
        };
        SharedDocumentResponse: {
            id: string;
            title: string;
        };
        ReceivedShareResponse: {
            permission: components["schemas"]["SharePermission"];
            message: string | null;
            page_number: number | null;
            /** Format: date-time */
            expires_at: string | null;
            /** @description The user. */
            shared_by: string | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            document_id: string;
            recipient: components["schemas"]["RecipientResponse"];
            document: components["schemas"]["SharedDocumentResponse"];
        };
        UpdateShareRequest: {
            permission?: components["schemas"]["SharePermission"];
            message?: string | null;
            page_number?: number | null;
            /**
             * Format: date-time
             * @description Null for no end.
             */
            expires_at?: string | null;
        };
        PositionResponse: {
            x: number;
            y: number;
        };
        /** @enum {string} */
        CommentVisibility: "public" | "private";
        CarriedToResponse: {
            page_number: number;
            /** @description Offsets of its quote in the text of that page; null where the thread goes with its page, or its root was deleted. */
            start: number | null;
            end: number | null;
            revision_id: string;
        };
        CommentResponse: {
            /** @description The page of that revision. */
            page_number: number;
            /** @description The author; null when it was deleted, and when nothing is left of the account. */
            user_id: string | null;
            position: components["schemas"]["PositionResponse"] | null;
            quote: string | null;
            visibility: components["schemas"]["CommentVisibility"];
            parent_id: string | null;
            resolved_by: string | null;
            /** Format: date-time */
            resolved_at: string | null;
            carried_to: components["schemas"]["CarriedToResponse"] | null;
            /** @description Replies that the caller sees. */
            reply_count: number;
            /** Format: date-time */
            edited_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            id: string;
            document_id: string;
            /** @description The revision that it was made on. */
            revision_id: string;
            /** @description Markdown, as it was written. */
            body: string;
            /** @description The same as harmless HTML: p, br, em, strong, code, pre, ul, ol, li, blockquote and a. */
            body_html: string;
            mentions: string[];
            /** @description Whether the thread is settled. */
            resolved: boolean;
            /** @description It was made on another revision, and was not found in this one. */
            outdated: boolean;
            /** @description It says nothing any more, and stays as long as there are replies to it. */
            deleted: boolean;
        };
        PositionRequest: {
            x: number;
            y: number;
        };
        CreateCommentRequest: {
            /** @description Physical page of the revision, counted from 1. A reply has its root's, whatever is said here. */
            page_number: number;
            /** @description Markdown: emphasis, code, lists, quotes and links. */
            body: string;
            position?: components["schemas"]["PositionRequest"];
            /** @description Text that stands on the page, but for white space and divided words; three letters or figures at least. */
            quote?: string;
            /** @description Private ones are their author's alone. Public unless said otherwise; a reply in a private thread is private. */
            visibility?: components["schemas"]["CommentVisibility"];
            /** @description Users who are to be told of it; each must be able to see it. */
            mentions?: string[];
            /** @description The comment that this one answers. A reply to a reply belongs to the same thread. */
            parent_id?: string;
            /** @description The revision that it is made on; the current one unless said otherwise. */
            revision_id?: string;
        };
        UpdateCommentRequest: {
            body?: string;
            visibility?: components["schemas"]["CommentVisibility"];
            mentions?: string[];
        };
        CommentEditResponse: {
            /**
             * Format: date-time
             * @description When another took its place.
             */
            edited_at: string;
            body: string;
            body_html: string;
        };
        /** @enum {string} */
        NotificationKind: "mention" | "reply" | "share" | "resolve" | "revision";
        NotificationActorResponse: {
            id: string;
            name: string;
        };
        NotificationDocumentResponse: {
            id: string;
            title: string;
        };
        NotificationResponse: {
            kind: components["schemas"]["NotificationKind"];
            /** @description Page of the comment, or the one that a share points to. */
            page_number: number | null;
            /** @description Of `mention` and `reply` the comment itself, of `resolve` the first of its thread. */
            comment_id: string | null;
            share_id: string | null;
            /** @description Of `revision`, the one that is now to work by. */
            revision_id: string | null;
            /** @description Whose doing it is; null when the account is no more. */
            actor: components["schemas"]["NotificationActorResponse"] | null;
            /** Format: date-time */
            created_at: string;
            id: string;
            document: components["schemas"]["NotificationDocumentResponse"];
            read: boolean;
        };
        UnreadCountResponse: {
            /** @description Notifications that are shown and not read yet. */
            count: number;
        };
        ReadyEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "ready";
            data: Record<string, never>;
            /** @description What the client was told last, or could have been; `0` when there was nothing yet. What `Last-Event-ID` names. */
            id: string;
        };
        NotificationEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "notification";
            /** @description That of the notification. */
            id: string;
            data: components["schemas"]["NotificationResponse"];
        };
        ResyncEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "resync";
            data: Record<string, never>;
            /** @description That of the newest notification, from which on the stream goes on. */
            id: string;
        };
        UpdateNotificationRequest: {
            read: boolean;
        };
        ReadAllResponse: {
            /** @description How many became read by this. */
            read: number;
        };
        WatchResponse: {
            /** @description Whether the caller is told of new revisions. */
            watching: boolean;
        };
        /** @enum {string} */
        NotificationWay: "off" | "in_app" | "email";
        NotificationPreferencesResponse: {
            mention: components["schemas"]["NotificationWay"];
            reply: components["schemas"]["NotificationWay"];
            share: components["schemas"]["NotificationWay"];
            resolve: components["schemas"]["NotificationWay"];
            revision: components["schemas"]["NotificationWay"];
            /** @enum {string} */
            digest: "off" | "hourly" | "daily";
            /** @description Hour of the day, UTC. */
            digest_hour: number;
        };
        UpdateNotificationPreferencesRequest: {
            mention?: components["schemas"]["NotificationWay"];
            reply?: components["schemas"]["NotificationWay"];
            share?: components["schemas"]["NotificationWay"];
            resolve?: components["schemas"]["NotificationWay"];
            revision?: components["schemas"]["NotificationWay"];
            /**
             * @description How often a mail tells of what is unread, at most.
             * @enum {string}
             */
            digest?: "off" | "hourly" | "daily";
            /** @description Hour of the day, UTC, from which on a daily digest is sent. */
            digest_hour?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                result?: "success" | "failure";
                /** @description From this moment on */
                since?: string;
                /** @description Before this moment */
                until?: string;
                /** @description One action, such as `auth.login`, or all of a group, as `auth.*`. */
                action?: string;
                /** @description Id of the user who acted, in person or by an API key. */
                actor_id?: string;
                /** @description Id of what it was done to. */
                target_id?: string;
                /** @description Kind of what it was done to, such as `user` or `api_key`. */
                target_type?: string;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditEventResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getOwnProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OwnProfileResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    updateOwnProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnProfileRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getOwnPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PermissionsResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                role?: components["schemas"]["Role"];
                status?: components["schemas"]["UserStatus"];
                team_id?: string;
                /** @description Whether they have a second factor. */
                mfa_enabled?: boolean;
                /** @description Start of the name or of the e-mail address, in any case. */
                q?: string;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    suspendUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    reactivateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    resetMfa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UserResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TeamResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TeamResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TeamResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTeamRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TeamResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RoleResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PermissionResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SettingsResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SettingsResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"] | components["schemas"]["MfaRequiredResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogoutRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LogoutResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SessionResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ForgotPasswordResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ResetPasswordResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChangePasswordResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    challengeMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaChallengeRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MfaChallengeResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    verifyMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaVerifyRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"] | components["schemas"]["MfaChallengeResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listMfaMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MfaMethodResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createMfaMethod: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMfaMethodRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedMfaMethodResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    activateMfaMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivateMfaMethodRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ActivatedMfaMethodResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    removeMfaMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodesResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PasskeyOptionsResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    verifyPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyVerifyRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenSetResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
                /** @description For administrators: a service account (role api_user), whose keys are listed instead of the caller's. */
                owner_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKeyResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedApiKeyResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKeyResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKeyResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedApiKeyResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthUserinfoResponse"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ClientResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClientRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedClientResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ClientResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClientRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ClientResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedClientResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GrantResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    withdrawGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                document_type?: components["schemas"]["DocumentType"];
                /** @description Of the revision that stands for the document */
                status?: components["schemas"]["RevisionStatus"];
                access?: components["schemas"]["DocumentAccess"];
                updated_since?: string;
                aircraft_type?: string;
                /** @description Chapter, section or subject: `32` finds `32-11-00` too. */
                ata_chapter?: string;
                /** @description Start of the title or of the document number. */
                q?: string;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateDocumentRequest"];
            };
        };
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocumentRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listDocumentTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentTypeResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listAircraftTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ValueCountResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RevisionResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateRevisionRequest"];
            };
        };
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RevisionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    compareRevisions: {
        parameters: {
            query: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
                /** @description Id of the revision before. */
                from: string;
                /** @description Id of the revision after. */
                to: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ComparisonResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RevisionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    activateRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RevisionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    withdrawRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RevisionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getOutline: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OutlineResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getIngestion: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IngestionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    cancelIngestion: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IngestionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    reprocessRevision: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IngestionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listPages: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PageSummaryResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getPage: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description Physical page, counted from 1 */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PageResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getHighlights: {
        parameters: {
            query?: {
                /** @description Offset of the first character in the text of the page, in UTF-16 code units */
                start?: number;
                /** @description Offset after the last */
                end?: number;
                /** @description Verbatim text of the page, instead of `start` and `end`; all of its places are marked. */
                quote?: string;
                revision_id?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description Physical page, counted from 1 */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["HighlightsResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getContent: {
        parameters: {
            query?: {
                revision_id?: string;
            };
            header?: {
                /** @description ETags of what the client has */
                "If-None-Match"?: string;
                /** @description The ETag that Range is of; for another, the whole file */
                "If-Range"?: string;
                /** @description One range of bytes, such as bytes=0-1023 */
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the whole file */
            200: {
                headers: {
                    /** @description Status of the revision; anything but `active` is not to be worked by */
                    "X-Revision-Status"?: components["schemas"]["RevisionStatus"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Blob;
                    "text/html": Blob;
                    "text/markdown": Blob;
                    "text/plain": Blob;
                    "application/xml": Blob;
                    "application/zip": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description the part asked for */
            206: {
                headers: {
                    /** @description Status of the revision; anything but `active` is not to be worked by */
                    "X-Revision-Status"?: components["schemas"]["RevisionStatus"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Blob;
                    "text/html": Blob;
                    "text/markdown": Blob;
                    "text/plain": Blob;
                    "application/xml": Blob;
                    "application/zip": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                };
            };
            /** @description the client has the file */
            304: {
                headers: {
                    /** @description Status of the revision; anything but `active` is not to be worked by */
                    "X-Revision-Status"?: components["schemas"]["RevisionStatus"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPageImage: {
        parameters: {
            query?: {
                format?: "webp" | "png";
                /** @description Pixels. The image is narrower where it would have more than 12 million pixels */
                width?: number;
                revision_id?: string;
            };
            header?: {
                /** @description ETag of an image that the client has */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
                /** @description Physical page, counted from 1 */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the image */
            200: {
                headers: {
                    /** @description Status of the revision; anything but `active` is not to be worked by */
                    "X-Revision-Status"?: components["schemas"]["RevisionStatus"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": Blob;
                    "image/png": Blob;
                };
            };
            /** @description the client has it */
            304: {
                headers: {
                    /** @description Status of the revision; anything but `active` is not to be worked by */
                    "X-Revision-Status"?: components["schemas"]["RevisionStatus"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    searchDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchDocumentsRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SearchResultResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    searchPassages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchDocumentsRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PassageResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    suggest: {
        parameters: {
            query: {
                limit?: number;
                /** @description What was typed so far. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CompletionResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listCopilots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CopilotResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listChatSessions: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChatSessionResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createChatSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChatSessionRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedChatSessionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                    "text/event-stream": components["schemas"]["MessageDeltaEvent"] | components["schemas"]["CitationEvent"] | components["schemas"]["WarningEvent"] | components["schemas"]["MessageDoneEvent"] | components["schemas"]["ErrorEvent"];
                };
            };
        };
    };
    getChatSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChatSessionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteChatSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateChatSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateChatSessionRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChatSessionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    exportChatSession: {
        parameters: {
            query?: {
                format?: "md" | "json";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": Blob;
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MessageResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessageRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MessageResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                    "text/event-stream": components["schemas"]["MessageDeltaEvent"] | components["schemas"]["CitationEvent"] | components["schemas"]["WarningEvent"] | components["schemas"]["MessageDoneEvent"] | components["schemas"]["ErrorEvent"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MessageResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    followMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description id of the last event that the client had */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["MessageDeltaEvent"] | components["schemas"]["CitationEvent"] | components["schemas"]["WarningEvent"] | components["schemas"]["MessageDoneEvent"] | components["schemas"]["ErrorEvent"];
                };
            };
        };
    };
    stopMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MessageResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    putFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutFeedbackRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["FeedbackResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookEventTypeResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedWebhookResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CreatedWebhookResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                state?: components["schemas"]["DeliveryState"];
                event?: components["schemas"]["WebhookEventName"];
                /** @description Of what happened from this moment on */
                from?: string;
                /** @description Of what happened before this moment */
                to?: string;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryLogResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    cancelWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ReplayResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description 29 days before `to` when left out */
                from?: string;
                /** @description today when left out, or later */
                to?: string;
                group_by?: "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UsageResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listOrganizationExports: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrganizationExportResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createOrganizationExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrganizationExportResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getOrganizationExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrganizationExportResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteOrganizationExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationExportContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags of what the client has */
                "If-None-Match"?: string;
                /** @description The ETag that Range is of; for another, the whole file */
                "If-Range"?: string;
                /** @description One range of bytes, such as bytes=0-1023 */
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the whole archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            /** @description the part asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            /** @description the client has the archive */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrganizationDeletionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    scheduleOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleDeletionRequest"];
            };
        };
        responses: {
            /** @description success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrganizationDeletionResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    cancelOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIdentityProviderRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    removeIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityProviderRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    verifyEmailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["IdentityProviderResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    testIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProviderCheckResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShareResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createShares: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSharesRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShareResponse"][];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listDocumentAccess: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DocumentAccessResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listReceivedShares: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ReceivedShareResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShareResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateShareRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShareResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description Those that stand on this page of the revision that is looked at; with `outdated=true`, outdated ones that were made on a page of this number. */
                page_number?: number;
                /** @description Of the thread. */
                state?: "open" | "resolved";
                /** @description Whether they were made on another revision and do not stand in the one looked at. */
                outdated?: boolean;
                /** @description The author. */
                user_id?: string;
                /** @description Replies to this comment alone. */
                parent_id?: string;
                /** @description The revision that is looked at; the current one unless said otherwise. Comments on all revisions are listed. */
                revision_id?: string;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 hours get the first answer again, with Idempotent-Replayed: true */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCommentRequest"];
            };
        };
        responses: {
            /** @description success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCommentRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    resolveComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    reopenComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listCommentEdits: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CommentEditResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                kind?: components["schemas"]["NotificationKind"];
                /** @description Whether they are still to be read. */
                unread?: boolean;
                /** @description `pagination.next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationResponse"][];
                        pagination: components["schemas"]["PaginationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    countUnreadNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UnreadCountResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    followNotifications: {
        parameters: {
            query?: {
                /** @description As the header `Last-Event-ID`, for clients that cannot send it; the header wins. */
                last_event_id?: string;
            };
            header?: {
                /** @description id of the last event that the client had */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ReadyEvent"] | components["schemas"]["NotificationEvent"] | components["schemas"]["ResyncEvent"];
                };
            };
        };
    };
    updateNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    readAllNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ReadAllResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    getDocumentWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WatchResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    watchDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unwatchDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPreferencesResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
    updateNotificationPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the version that is changed; 412 when there is a newer one */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationPreferencesRequest"];
            };
        };
        responses: {
            /** @description success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NotificationPreferencesResponse"];
                        meta: components["schemas"]["MetaResponse"];
                    };
                };
            };
        };
    };
}
