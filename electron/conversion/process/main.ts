import { answerJoinRequest } from './answer-join-request.ts';
import { answerRequest } from './answer-request.ts';
import { serveRequest } from './serve-request.ts';

serveRequest(async (request, by) =>
  request.kind === 'joined' ? answerJoinRequest(request, by) : { answer: await answerRequest(request, by), source: null },
);
