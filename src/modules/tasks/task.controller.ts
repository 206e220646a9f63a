import { Controller, Get, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { ListTasksQuery, TaskQuery } from './dto/task.request.js';
import { TaskResponse, TaskSummaryResponse } from './dto/task.response.js';
import { TaskService } from './task.service.js';

@ApiTags('Tasks')
@Controller('documents/:id/tasks')
@Requires('document.view')
export class TaskController {
  constructor(private readonly tasks: TaskService) {}

  /**
   * Lists the tasks of a document in its order: numbered tasks of manuals, task cards, and procedural data modules of S1000D.
   *
   * @remarks The tasks of a revision are found when they are first asked for, or shortly after it becomes current.
   */
  @Get()
  @Expensive()
  @Fails('CONFLICT', 'not_ready')
  @AnswersPage(TaskSummaryResponse)
  async listTasks(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Query() query: ListTasksQuery,
  ): Promise<Page<TaskSummaryResponse>> {
    return (await this.tasks.list(principal, id, query)).map((task) => TaskSummaryResponse.from(task));
  }

  /** Returns a task: its steps as they stand, its warnings, tools, consumables, and the tasks that it names. */
  @Get(':number')
  @Expensive()
  @Fails('CONFLICT', 'not_ready')
  @Answers(HttpStatus.OK, TaskResponse)
  async getTask(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('document')) id: string,
    @Param('number') number: string,
    @Query() query: TaskQuery,
  ): Promise<TaskResponse> {
    return TaskResponse.from(await this.tasks.get(principal, id, number, query));
  }
}
