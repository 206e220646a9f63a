import type { Team } from './team.entity.js';

/** Sent before the team is deleted; its members have already left it. */
export class TeamDeleted {
  constructor(readonly team: Team) {}
}
