import { z } from 'zod';
import {
  claimAnswerSchema,
  claimRequestSchema,
  lookAnswerSchema,
  lookRequestSchema,
  numberProblemSchema,
  overProblemSchema,
  undoAnswerSchema,
} from '#shared/relay-protocol/invitations.ts';
import {
  accessTokenSchema,
  answersAnswerSchema,
  answersRequestSchema,
  claimsAnswerSchema,
  claimsRequestSchema,
  cursorRequestSchema,
  deletionRequestSchema,
  devicesSchema,
  enrolAnswerSchema,
  enrolRequestSchema,
  headSchema,
  meSchema,
  pageSchema,
  proofRequestSchema,
  serviceKeysSchema,
} from '#shared/relay-protocol/messages.ts';

/** Bodies of requests, by name, generated from the schemas that the routes parse with. Other members are ignored. */
const requests = {
  Enrolment: enrolRequestSchema,
  Proof: proofRequestSchema,
  Deletion: deletionRequestSchema,
  Cursor: cursorRequestSchema,
  Claims: claimsRequestSchema,
  AnswersTo: answersRequestSchema,
  InvitationLook: lookRequestSchema,
  InvitationClaim: claimRequestSchema,
};

/** Bodies of answers, by name, generated from the schemas that the desktop parses with. The relay sends no other members. */
const answers = {
  Enrolled: enrolAnswerSchema,
  Me: meSchema,
  Devices: devicesSchema,
  Head: headSchema,
  Page: pageSchema,
  Claimed: claimsAnswerSchema,
  Answers: answersAnswerSchema,
  AccessToken: accessTokenSchema,
  ServiceKeys: serviceKeysSchema,
  Invitation: lookAnswerSchema,
  InvitationClaimed: claimAnswerSchema,
  InvitationUndone: undoAnswerSchema,
};

export type SchemaName = keyof typeof requests | keyof typeof answers | 'Problem' | 'InvitationProblem' | 'State';

const text = { type: 'string' };

/** RFC 9457, plus one word of ours for programs. */
const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { const: 'about:blank' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { ...text, minLength: 1, description: 'One word for programs; the set is open' },
    detail: { ...text, description: 'For people. Nothing of what was sent is repeated in it' },
  },
  additionalProperties: false,
};

/** A problem with what became of an invitation, or with the tries that are left. */
function invitationProblem(): object {
  const { invitation } = overProblemSchema.shape;
  const { left } = numberProblemSchema.shape;
  return { ...problem, properties: { ...problem.properties, invitation: written(invitation, false), left: written(left, false) } };
}

export function schemas(): Readonly<Record<SchemaName, object>> {
  return {
    Enrolment: written(requests.Enrolment, true),
    Proof: written(requests.Proof, true),
    Deletion: written(requests.Deletion, true),
    Cursor: written(requests.Cursor, true),
    Claims: written(requests.Claims, true),
    AnswersTo: written(requests.AnswersTo, true),
    InvitationLook: written(requests.InvitationLook, true),
    InvitationClaim: written(requests.InvitationClaim, true),
    Enrolled: written(answers.Enrolled, false),
    Me: written(answers.Me, false),
    Devices: written(answers.Devices, false),
    Head: written(answers.Head, false),
    Page: written(answers.Page, false),
    Claimed: written(answers.Claimed, false),
    Answers: written(answers.Answers, false),
    AccessToken: written(answers.AccessToken, false),
    ServiceKeys: written(answers.ServiceKeys, false),
    Invitation: written(answers.Invitation, false),
    InvitationClaimed: written(answers.InvitationClaimed, false),
    InvitationUndone: written(answers.InvitationUndone, false),
    Problem: problem,
    InvitationProblem: invitationProblem(),
    State: { type: 'object', required: ['status'], properties: { status: { enum: ['alive', 'ready'] } }, additionalProperties: false },
  };
}

/** The schema as on the wire, before any transformation. */
function written(schema: z.ZodType, open: boolean): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && !open) jsonSchema.additionalProperties = false;
      // JSON Schema has no such format; it has `contentEncoding`, which is there already.
      if (jsonSchema.format === 'base64') delete jsonSchema.format;
    },
  });
  return json;
}
