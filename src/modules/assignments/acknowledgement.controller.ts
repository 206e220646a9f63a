import { Body, Controller, Get, Headers, HttpStatus, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../common/auth/current-principal.decorator.js';
import { contentDisposition } from '../../common/files/download-name.js';
import { RawResponse } from '../../common/http/raw-response.decorator.js';
import { RefusalsRecorded } from '../../common/http/refusals-recorded.decorator.js';
import { IdPipe } from '../../common/ids/id.pipe.js';
import { Expensive } from '../../common/limits/limit.decorators.js';
import { Answers, AnswersFile, AnswersPage } from '../../common/openapi/api-response.decorator.js';
import { Fails } from '../../common/openapi/fails.decorator.js';
import type { Page } from '../../common/pagination/page.js';
import type { Principal } from '../../common/principal/principal.js';
import { AcknowledgementService } from './acknowledgement.service.js';
import { EvidenceQuery, ListAcknowledgementsQuery, SignAcknowledgementRequest } from './dto/acknowledgement.request.js';
import { AcknowledgementResponse } from './dto/acknowledgement.response.js';
import { EvidenceFiles, EVIDENCE_TYPES, preferredFormat } from './evidence/evidence-files.service.js';

const AcknowledgementId = (): ParameterDecorator => Param('id', new IdPipe('acknowledgement'));

@ApiTags('Assignments')
@Controller('acknowledgements')
export class AcknowledgementController {
  constructor(
    private readonly acknowledgements: AcknowledgementService,
    private readonly files: EvidenceFiles,
  ) {}

  /**
   * Lists the acknowledgements assigned to the caller, newest first. Those of documents that the caller cannot see are
   * left out unless they are signed.
   */
  @Get()
  @Requires('document.view')
  @AnswersPage(AcknowledgementResponse)
  async listAcknowledgements(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAcknowledgementsQuery,
  ): Promise<Page<AcknowledgementResponse>> {
    const page = await this.acknowledgements.listOwn(principal, query);
    return page.map((row) => AcknowledgementResponse.from(row));
  }

  /** Returns an acknowledgement of the caller, or of an assignment that the caller manages. */
  @Get(':id')
  @Requires('document.view')
  @Answers(HttpStatus.OK, AcknowledgementResponse)
  async getAcknowledgement(
    @CurrentPrincipal() principal: Principal,
    @AcknowledgementId() id: string,
  ): Promise<AcknowledgementResponse> {
    return AcknowledgementResponse.from(await this.acknowledgements.get(principal, id));
  }

  /**
   * Signs that the caller has read and understood the assigned revision.
   *
   * @remarks The signature binds the person, the time, the hash of the file and the statement. A revision superseded in
   * the meantime is never signed: the error names the current one.
   */
  @Post(':id/sign')
  @Requires(['acknowledgement.sign', 'document.view'], { session: true, freshProof: true })
  @RefusalsRecorded('acknowledgement.signed', 'acknowledgement')
  @Fails('CONFLICT', 'revision_superseded', 'content_mismatch', 'already_signed', 'withdrawn')
  @Answers(HttpStatus.OK, AcknowledgementResponse)
  async signAcknowledgement(
    @CurrentPrincipal() principal: Principal,
    @AcknowledgementId() id: string,
    @Body() body: SignAcknowledgementRequest,
  ): Promise<AcknowledgementResponse> {
    return AcknowledgementResponse.from(await this.acknowledgements.sign(principal, id, body));
  }

  /**
   * Downloads the evidence of a signature: JSON with a JWS (RFC 7515), or a PDF that contains the same file.
   *
   * @remarks Both can be verified offline with the keys at `/.well-known/evidence-jwks.json` by `amk evidence verify`.
   */
  @Get(':id/evidence')
  @Expensive()
  @Requires('document.view')
  @RawResponse()
  @ApiHeader({ name: 'Accept', required: false, description: 'application/pdf for a PDF' })
  @Fails('CONFLICT', 'not_signed')
  @AnswersFile(HttpStatus.OK, 'the evidence', Object.values(EVIDENCE_TYPES))
  async getAcknowledgementEvidence(
    @CurrentPrincipal() principal: Principal,
    @AcknowledgementId() id: string,
    @Query() { format }: EvidenceQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamableFile> {
    const wanted = format ?? preferredFormat(accept);
    const evidence = await this.acknowledgements.getEvidence(principal, id);
    return new StreamableFile(await this.files.write(evidence, wanted), {
      type: EVIDENCE_TYPES[wanted],
      disposition: contentDisposition('attachment', `${id}.${wanted}`),
    });
  }
}
