import { serveQuestions } from '#electron/file-process/answer-questions.ts';
import { tellParent } from '#electron/platform/parent-process.ts';
import { type Around, openDoors } from '../../../support/doors/doors.ts';

// The process that reads files, in which the file controls what inspects it. The path of the question says where the doors lead.
serveQuestions((question) => {
  if (question.asked.kind !== 'read') return;
  void openDoors(JSON.parse(question.asked.of.path) as Around).then((open) => tellParent({ kind: 'doors', open }));
});
