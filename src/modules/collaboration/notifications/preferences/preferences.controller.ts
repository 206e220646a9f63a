import { Body, Controller, Get, HttpStatus, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated } from '../../../../common/auth/access.decorator.js';
import { CurrentPrincipal } from '../../../../common/auth/current-principal.decorator.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { IfMatch } from '../../../../common/http/if-match.js';
import { Answers } from '../../../../common/openapi/api-response.decorator.js';
import { UpdateNotificationPreferencesRequest } from '../dto/notification-preferences.request.js';
import { NotificationPreferencesResponse } from '../dto/notification-preferences.response.js';
import { PreferencesService } from './preferences.service.js';

@ApiTags('Notifications')
@Controller('users/me/notification-preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  /** Returns the caller's notification preferences. */
  @Get()
  @Authenticated()
  @Answers(HttpStatus.OK, NotificationPreferencesResponse)
  async getNotificationPreferences(@CurrentPrincipal() principal: Principal): Promise<NotificationPreferencesResponse> {
    return NotificationPreferencesResponse.from(await this.preferences.get(principal));
  }

  /** Updates the preferences for new notifications. */
  @Patch()
  @Authenticated()
  @Answers(HttpStatus.OK, NotificationPreferencesResponse)
  async updateNotificationPreferences(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateNotificationPreferencesRequest,
    @IfMatch() ifMatch: string | null,
  ): Promise<NotificationPreferencesResponse> {
    return NotificationPreferencesResponse.from(await this.preferences.update(principal, body, ifMatch));
  }
}
