import { answerJoinRequest, answerRequest } from './answer-request.ts';
import { serveRequest } from './serve-request.ts';

serveRequest(async (request, by) =>
  request.kind === 'joined' ? answerJoinRequest(request, by) : { answer: await answerRequest(request, by), source: null },
);
