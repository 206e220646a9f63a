import type { Team } from './team.entity.js';

/** The team is about to go, and with it what belongs to it as a team; its members have left it already. */
export class TeamDeleted {
  constructor(readonly team: Team) {}
}
