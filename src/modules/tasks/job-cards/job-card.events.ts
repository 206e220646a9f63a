import type { JobCard } from './job-card.entity.js';

/** A card was made of tasks. */
export class JobCardCreated {
  constructor(readonly card: JobCard) {}
}
