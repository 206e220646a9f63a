import { Body, Controller, Post } from '@nestjs/common';
import { Deprecated, deprecatedPartsOf } from './deprecated.decorator.js';

const ID = 'webhook_secret_expire_previous_in';

class OldRequest {
  @Deprecated(ID)
  old?: string;
  current?: string;
}

class OlderRequest extends OldRequest {
  @Deprecated(ID)
  older?: string;
}

@Controller('tests')
class TestController {
  @Post('fields')
  takeFields(@Body() body: OlderRequest): OlderRequest {
    return body;
  }

  @Post('old')
  @Deprecated(ID)
  takeOld(@Body() body: string): string {
    return body;
  }
}

const partsOf = (name: 'takeFields' | 'takeOld'): unknown =>
  deprecatedPartsOf(TestController, Object.getOwnPropertyDescriptor(TestController.prototype, name)!.value as never);

describe('Deprecated', () => {
  it('marks fields of what a handler takes, also inherited ones', () => {
    expect(partsOf('takeFields')).toEqual({ operation: null, fields: { old: ID, older: ID } });
  });

  it('marks operations', () => {
    expect(partsOf('takeOld')).toEqual({ operation: ID, fields: {} });
    const method = Object.getOwnPropertyDescriptor(TestController.prototype, 'takeOld')!.value as object;
    expect(Reflect.getMetadata('swagger/apiOperation', method)).toMatchObject({ deprecated: true });
  });
});
