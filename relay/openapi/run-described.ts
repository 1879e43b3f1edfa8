import { RUN_CHARACTERS_MAX, RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/run-headers.ts';

/** What a device's request may say about the running program, and what the answer may tell it. */
export const runComponents = {
  parameters: {
    Run: {
      name: RUN_HEADER,
      in: 'header',
      description:
        'A random word for as long as the program runs, kept nowhere, so that no copy of a profile has it too. ' +
        `One of more than ${RUN_CHARACTERS_MAX} characters is left unread`,
      schema: { type: 'string' },
    },
  },
  headers: {
    DeviceShared: {
      description: 'There while more than one running program uses the token of this device',
      schema: { const: '1' },
    },
  },
};

export const runParameter = { $ref: '#/components/parameters/Run' };

type Responses = Readonly<Record<string, { readonly description: string; readonly headers?: object }>>;

/** Lets every answer say that the device is shared, except 401, which a known device never gets. */
export function toldOfSharing(responses: Responses): Responses {
  const shared = { [SHARED_HEADER]: { $ref: '#/components/headers/DeviceShared' } };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status === '401' ? response : { ...response, headers: { ...response.headers, ...shared } },
    ]),
  );
}
