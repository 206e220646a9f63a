import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { IfMatch } from '../../common/http/if-match.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { Idempotent } from '../../common/idempotency/idempotent.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersFile, AnswersNothing, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import { PageQuery } from '../../common/pagination/page-query.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { AircraftService } from './aircraft.service.js';
import { AircraftImportService } from './csv/aircraft-import.service.js';
import {
  AircraftTableQuery,
  CreateAircraftRequest,
  ImportAircraftRequest,
  ListAircraftQuery,
  ModificationRequest,
  UpdateAircraftRequest,
} from './dto/aircraft.request.js';
import {
  AircraftChangeResponse,
  AircraftImportResponse,
  AircraftResponse,
  AircraftSummaryResponse,
} from './dto/aircraft.response.js';

@ApiTags('Fleet')
@Controller('aircraft')
export class AircraftController {
  constructor(
    private readonly aircraft: AircraftService,
    private readonly files: AircraftImportService,
  ) {}

  /** Lists the aircraft of the register, newest first. */
  @Get()
  @Requires('document.view')
  @AnswersPage(AircraftSummaryResponse)
  async listAircraft(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAircraftQuery,
  ): Promise<Page<AircraftSummaryResponse>> {
    return (await this.aircraft.list(principal, query)).map((one) => AircraftSummaryResponse.from(one));
  }

  /** Adds an aircraft to the register. */
  @Post()
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.created', 'aircraft')
  @Idempotent()
  @Fails('CONFLICT', 'already_exists', 'too_many_aircraft', 'idempotency_key_in_use')
  @Answers(HttpStatus.CREATED, AircraftResponse)
  async createAircraft(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateAircraftRequest,
  ): Promise<AircraftResponse> {
    return AircraftResponse.from(await this.aircraft.create(principal, body));
  }

  /** Returns the aircraft that are not retired as CSV, in the columns of the import. */
  @Get('export')
  @Expensive()
  @Requires('document.view')
  @RawResponse()
  @AnswersFile(HttpStatus.OK, 'the register', ['text/csv'])
  async exportAircraft(
    @CurrentPrincipal() principal: Principal,
    @Query() { table }: AircraftTableQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header('content-disposition', `attachment; filename="${table}.csv"`);
    await reply.send(Readable.from(this.files.exportFile(principal, table)));
  }

  /**
   * Adds and changes aircraft by a CSV file of at most 1,000,000 characters, as a whole or not at all. The first line names columns:
   * of `aircraft` registration, aircraft_type, model, serial_number, line_number, fleet_number, status, configuration_codes (separated
   * by spaces); of `components` registration, kind, position, model, part_number, serial_number; of `modifications` registration, kind,
   * number, status, date, evidence. Columns that are left out stay as they are. The components of an aircraft replace those before;
   * modifications join those before. With `dry_run` nothing is changed. 400 lists the first 20 wrong lines.
   */
  @Post('import')
  @Expensive()
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.imported', 'aircraft')
  @Fails('CONFLICT', 'already_exists', 'too_many_aircraft')
  @Answers(HttpStatus.OK, AircraftImportResponse)
  importAircraft(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ImportAircraftRequest,
  ): Promise<AircraftImportResponse> {
    return this.files.importFile(principal, body);
  }

  /** Returns an aircraft. */
  @Get(':id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, AircraftResponse)
  async getAircraft(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
  ): Promise<AircraftResponse> {
    return AircraftResponse.from(await this.aircraft.get(principal, id));
  }

  /** Changes an aircraft. Lists replace those before. */
  @Patch(':id')
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.updated', 'aircraft')
  @Fails('CONFLICT', 'already_exists')
  @Answers(HttpStatus.OK, AircraftResponse)
  async updateAircraft(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Body() body: UpdateAircraftRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<AircraftResponse> {
    return AircraftResponse.from(await this.aircraft.update(principal, id, body, ifMatch));
  }

  /** Deletes a retired aircraft with its history; 409 `not_retired` for another one. An aircraft that left the fleet is better kept as retired. */
  @Delete(':id')
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.deleted', 'aircraft')
  @Fails('CONFLICT', 'not_retired')
  @AnswersNothing()
  deleteAircraft(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
  ): Promise<void> {
    return this.aircraft.remove(principal, id);
  }

  /** Lists what changed of an aircraft, when and by whom, newest first. */
  @Get(':id/history')
  @Requires('document.view')
  @AnswersPage(AircraftChangeResponse)
  async listAircraftHistory(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<AircraftChangeResponse>> {
    return (await this.aircraft.listChanges(principal, id, query)).map((row) => AircraftChangeResponse.from(row));
  }

  /** Records whether a bulletin, directive or modification is embodied, in place of what was recorded of it. */
  @Post(':id/modifications')
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.updated', 'aircraft')
  @Fails('CONFLICT', 'too_many_modifications')
  @Answers(HttpStatus.OK, AircraftResponse)
  async recordModification(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Body() body: ModificationRequest,
  ): Promise<AircraftResponse> {
    return AircraftResponse.from(await this.aircraft.setModification(principal, id, { ...body }));
  }

  /** Removes what was recorded of a modification. Its embodiment is unknown then. */
  @Delete(':id/modifications/:kind/:number')
  @Requires('aircraft.manage')
  @RefusalsRecorded('aircraft.updated', 'aircraft')
  @AnswersNothing()
  removeModification(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new IdPipe('aircraft')) id: string,
    @Param('kind') kind: string,
    @Param('number') number: string,
  ): Promise<void> {
    return this.aircraft.removeModification(principal, id, kind, number);
  }
}
