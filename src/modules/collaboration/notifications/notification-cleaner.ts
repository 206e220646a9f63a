import { Injectable } from '@nestjs/common';
import { HourlyTask } from '../../../common/hourly-task.js';
import { NewsRepository } from './news/news.repository.js';

/** Forgets notifications after 90 days, read or not. */
@Injectable()
export class NotificationCleaner extends HourlyTask {
  constructor(private readonly news: NewsRepository) {
    super();
  }

  protected async run(): Promise<void> {
    while (await this.news.deleteSomeOld());
  }
}
