import { IsString, Length } from 'class-validator';

export class ConnectDirectoryRequest {
  /** Service account (role `api_user`) with the grant `directory.manage`. Its API keys with that scope provision users. */
  @IsString()
  @Length(1, 64)
  service_account_id: string;
}
