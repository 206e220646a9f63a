import { Body, Controller, Get, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { AcknowledgementService } from './acknowledgement.service.js';
import { AssignmentService } from './assignment.service.js';
import { ListAcknowledgementsQuery } from './dto/acknowledgement.request.js';
import { AcknowledgementResponse } from './dto/acknowledgement.response.js';
import { CreateAssignmentRequest, ListAssignmentsQuery, UpdateAssignmentRequest } from './dto/assignment.request.js';
import { AssignmentResponse } from './dto/assignment.response.js';

const AssignmentId = (): ParameterDecorator => Param('id', new IdPipe('assignment'));

@ApiTags('Assignments')
@Controller('assignments')
export class AssignmentController {
  constructor(
    private readonly assignments: AssignmentService,
    private readonly acknowledgements: AcknowledgementService,
  ) {}

  /**
   * Lists assignments that the caller manages, newest first: of administrators all, of managers their own and those of
   * documents of their team.
   */
  @Get()
  @Expensive()
  @Requires(['assignment.manage', 'document.view'])
  @AnswersPage(AssignmentResponse)
  async listAssignments(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAssignmentsQuery,
  ): Promise<Page<AssignmentResponse>> {
    return (await this.assignments.list(principal, query)).map((row) => AssignmentResponse.from(row));
  }

  /**
   * Assigns the active revision of a document to people and teams, who must sign that they have read it.
   *
   * @remarks A manager can assign documents of their team to everyone who can see them, and other documents to members
   * of their team. The people are notified in the background. When another revision becomes active, it is assigned to
   * the same people.
   */
  @Post()
  @Requires(['assignment.manage', 'document.view'])
  @RefusalsRecorded('assignment.created', 'assignment')
  @Idempotent()
  @Fails(
    'CONFLICT',
    'revision_superseded',
    'revision_not_active',
    'not_ready',
    'no_previous_revision',
    'too_many_assignments',
    'idempotency_key_in_use',
  )
  @Fails('UNPROCESSABLE', 'too_many_people', 'no_people', 'idempotency_key_reused')
  @Answers(HttpStatus.CREATED, AssignmentResponse)
  async createAssignment(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateAssignmentRequest,
  ): Promise<AssignmentResponse> {
    return AssignmentResponse.from(await this.assignments.create(principal, body));
  }

  /** Returns an assignment with the counts of signed, pending and overdue acknowledgements. */
  @Get(':id')
  @Requires(['assignment.manage', 'document.view'])
  @Answers(HttpStatus.OK, AssignmentResponse)
  async getAssignment(
    @CurrentPrincipal() principal: Principal,
    @AssignmentId() id: string,
  ): Promise<AssignmentResponse> {
    return AssignmentResponse.from(await this.assignments.get(principal, id));
  }

  /** Moves the due date of an open assignment and of its pending acknowledgements, who are reminded again. */
  @Patch(':id')
  @Requires(['assignment.manage', 'document.view'])
  @RefusalsRecorded('assignment.updated', 'assignment')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, AssignmentResponse)
  async updateAssignment(
    @CurrentPrincipal() principal: Principal,
    @AssignmentId() id: string,
    @Body() body: UpdateAssignmentRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<AssignmentResponse> {
    return AssignmentResponse.from(await this.assignments.update(principal, id, body, ifMatch));
  }

  /** Cancels an open assignment. Pending acknowledgements are withdrawn; signed ones keep their evidence. */
  @Post(':id/cancel')
  @Requires(['assignment.manage', 'document.view'])
  @RefusalsRecorded('assignment.canceled', 'assignment')
  @Fails('CONFLICT', 'not_open')
  @Answers(HttpStatus.OK, AssignmentResponse)
  async cancelAssignment(
    @CurrentPrincipal() principal: Principal,
    @AssignmentId() id: string,
  ): Promise<AssignmentResponse> {
    return AssignmentResponse.from(await this.assignments.cancel(principal, id));
  }

  /** Lists the acknowledgements of an assignment, newest first, with the people and who cannot read the document. */
  @Get(':id/acknowledgements')
  @Requires(['assignment.manage', 'document.view'])
  @AnswersPage(AcknowledgementResponse)
  async listAssignmentAcknowledgements(
    @CurrentPrincipal() principal: Principal,
    @AssignmentId() id: string,
    @Query() query: ListAcknowledgementsQuery,
  ): Promise<Page<AcknowledgementResponse>> {
    const page = await this.acknowledgements.listOf(principal, id, query);
    return page.map((row) => AcknowledgementResponse.from(row));
  }
}
