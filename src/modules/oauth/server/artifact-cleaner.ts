import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { ArtifactRepository } from './artifact.repository.js';

/** Forgets codes, refresh tokens, interactions and browser sessions that have expired. */
@Injectable()
export class ArtifactCleaner extends HourlyTask {
  constructor(private readonly artifacts: ArtifactRepository) {
    super();
  }

  protected run(): Promise<void> {
    return this.artifacts.deleteExpired();
  }
}
