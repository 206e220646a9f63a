/** Groups of operations in the order of the specification, with their tags. */
export const API_GROUPS: readonly { name: string; tags: Readonly<Record<string, string>> }[] = [
  {
    name: 'Authentication API',
    tags: {
      Authentication: 'Sign in, second factors, passkeys, sessions, passwords, invitations and API keys.',
      OAuth: 'Authorization code flow with PKCE, the registered applications, and what users granted to them.',
      'Identity providers': 'Sign-on by the identity providers of the organization.',
    },
  },
  {
    name: 'Search API',
    tags: { Search: 'Documents and passages by words and meaning, and completions of what is typed.' },
  },
  {
    name: 'Chat API',
    tags: { Chat: 'Conversations with the copilots, whose answers quote the documents. Answers can be streamed.' },
  },
  {
    name: 'Document API',
    tags: {
      Documents: 'Documents with their revisions, pages and files, imports of many files, and S1000D publications.',
    },
  },
  {
    name: 'Collaboration API',
    tags: {
      Collaboration: 'Shares of documents, and comments on their pages.',
      Assignments: 'Revisions that people must read, their signatures, and the evidence of them.',
      Discrepancies: 'Reports of inaccurate, incomplete and ambiguous pages, up to their closure by a new revision.',
      Notifications:
        'What happened to a user: mentions, replies, shares, discrepancy reports, new revisions of watched documents, and revisions to acknowledge.',
    },
  },
  {
    name: 'Airworthiness API',
    tags: {
      Fleet: 'The register of aircraft, and which documents apply to an aircraft.',
      Tasks: 'Tasks of manuals, and job cards to print.',
      Parts: 'Rows of parts lists, what replaces a part, and where it is used.',
      'Offline packages': 'Documents as one signed file that a browser opens without a network.',
    },
  },
  { name: 'User Management API', tags: { Users: 'Profiles, accounts, teams, roles and permissions.' } },
  {
    name: 'Events',
    tags: { Webhooks: 'Endpoints that are called at each event, their deliveries, and the feed of events.' },
  },
  {
    name: 'System',
    tags: {
      System: 'Settings, usage, exports and the deletion of the organization.',
      Audit: 'The trail of administrative acts, with proofs that it is complete.',
    },
  },
  {
    name: 'Sandbox',
    tags: {
      Sandbox: 'Operations on the sandbox as a whole, which only its base has: resets, its clock, events for tests.',
    },
  },
];
