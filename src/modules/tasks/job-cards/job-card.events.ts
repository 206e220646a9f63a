import type { JobCard } from './job-card.entity.js';

/** A card was created. */
export class JobCardCreated {
  constructor(readonly card: JobCard) {}
}
