import { tellParent } from '#electron/platform/parent-process.ts';
import { serveRequest } from '#electron/conversion/process/serve-request.ts';
import { type Around, openDoors } from '../../../support/doors/doors.ts';

// The process that converts, in which the file controls the codec: it tries each door in the place of the decoder. The password says where they lead.
serveRequest(async (request, { copy }) => {
  const around = JSON.parse(request.kind === 'joined' ? '' : (request.password ?? '')) as Around;
  tellParent({ kind: 'doors', open: await openDoors(around) });
  await copy.write([new TextEncoder().encode('its own copy')]);
  return { answer: { ok: false, failure: 'not-understood' }, source: null };
});
